import type { TargetState, UndoneChange } from '../../../agenttools/changes/change-kind.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { ChangeProposal } from '../../../agenttools/tool.js';
import { isObject } from '../../../foundation/json.js';
import { diffRules } from '../tools/rule-diff.js';
import type { FullRule } from '../tools/wire.js';
import { changeOf } from './rule-actions.js';
import { deletionOf } from './rule-deletion.js';
import { storedRule, withNewSteps } from './stored-rule.js';

/** The change that brings a rule back to where it was before another, whatever came since: a new one is deleted. */
export async function undoRule(
  { facts, targetId, isNew }: UndoneChange,
  read: ReadClient,
): Promise<ChangeProposal | { why: string }> {
  if (targetId === undefined) return { why: 'Which rule was saved is not known.' };
  const target = await read.get<TargetState>(['v1', 'workflow', 'rules', targetId]);
  if (isNew) return deletionOf(target);
  const { before } = facts;
  if (!isObject(before)) return { why: 'How the rule was before was not kept.' };
  const stored = storedRule(target);
  const known = new Set(stored.actions.map(({ id }) => id));
  const { if_version: _then, ...was } = before as unknown as FullRule;
  const body = withNewSteps(was, (id) => !known.has(id));
  if (diffRules(stored, body).identical) return { why: 'The rule is already as it was before.' };
  return changeOf(target, body, `Bring the rule "${target.name}" back to how it was before.`);
}
