import { deletionKind, proposeDeletion } from '../../../platform/deletion.js';
import type { ChangeKind, TargetState } from '../../../agenttools/changes/change-kind.js';
import type { FullRule } from '../tools/wire.js';
import { asNew, RULE_CHANGE, storedRule } from './stored-rule.js';

/** The kind of change that deletes a rule. */
export const RULE_DELETION = 'workflow_deletion';

/** The proposal to delete a rule. */
export function deletionOf(target: TargetState) {
  return proposeDeletion({ kind: RULE_DELETION, noun: 'rule' }, target, { ...storedRule(target) });
}

/** Deletes rules; undone, one is made again with steps of its own. */
export const ruleDeletion: Omit<ChangeKind, 'kind'> = deletionKind({
  kind: RULE_DELETION,
  noun: 'rule',
  source: 'workflow',
  route: ['v1', 'workflow', 'rules'],
  again: (before) => {
    const rule = asNew(before as unknown as FullRule);
    return {
      kind: RULE_CHANGE,
      description: `Create the rule "${rule.name}" again as it was.`,
      payload: { ...rule },
    };
  },
});
