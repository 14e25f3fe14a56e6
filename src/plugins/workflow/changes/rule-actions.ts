import type { AskedDirectly, TargetState } from '../../../agenttools/changes/change-kind.js';
import type { ChangeProposal } from '../../../agenttools/tool.js';
import { newName } from '../../../platform/new-name.js';
import { diffRules } from '../tools/rule-diff.js';
import type { FullRule } from '../tools/wire.js';
import { deletionOf } from './rule-deletion.js';
import { asNew, RULE_CHANGE, storedRule } from './stored-rule.js';

/** What people ask for of a rule in the library. */
export const ruleActions = {
  switch: ({ target }: AskedDirectly) => {
    const isActive = !storedRule(target).is_active;
    const words = `Switch the rule "${target.name}" ${isActive ? 'on' : 'off'}.`;
    return changeOf(target, { is_active: isActive }, words);
  },
  rename: ({ target, input }: AskedDirectly) => {
    const name = newName(input, target.name);
    return changeOf(target, { name }, `Rename the rule "${target.name}" to "${name}".`);
  },
  edit: ({ target }: AskedDirectly) => changeOf(target, {}, `Edit the rule "${target.name}".`),
  duplicate: ({ target, input }: AskedDirectly): ChangeProposal => {
    const name = newName(input, target.name);
    return {
      kind: RULE_CHANGE,
      description: `Create the rule "${name}" as a copy of "${target.name}".`,
      payload: { ...asNew({ ...storedRule(target), name }) },
    };
  },
  delete: ({ target }: AskedDirectly) => deletionOf(target),
};

/** A change of a stored rule; a newer one asked for the same way takes its place. */
export function changeOf(
  target: TargetState,
  fields: Partial<FullRule>,
  description: string,
): ChangeProposal {
  const stored = storedRule(target);
  const body = { ...stored, ...fields };
  return {
    kind: RULE_CHANGE,
    description,
    subject: `library:${target.id}`,
    targetId: target.id,
    payload: { ...body },
    extra: { diff: { ...diffRules(stored, body) } },
    facts: { before: stored },
  };
}
