import type { TargetState } from '../../../agenttools/changes/change-kind.js';
import { toFullRule } from '../tools/full-rule.js';
import type { FullRule, Rule } from '../tools/wire.js';

/** The kind of change that makes and alters rules. */
export const RULE_CHANGE = 'workflow_preview';

/** A rule as it is stored, as the body that would leave it as it is. */
export function storedRule(target: TargetState): FullRule {
  return toFullRule(target as unknown as Rule);
}

/** A body for a rule of its own: its steps are new ones, and it was made on no version. */
export function asNew({ if_version: _version, ...rule }: FullRule): FullRule {
  return withNewSteps(rule, () => true);
}

/** The body with the steps that `isNew` means under ids that the platform replaces. */
export function withNewSteps(rule: FullRule, isNew: (id: string) => boolean): FullRule {
  const ids = new Map(
    rule.actions.filter(({ id }) => isNew(id)).map(({ id }, at) => [id, `temp:${at}`]),
  );
  const idOf = (id: string) => ids.get(id) ?? id;
  return {
    ...rule,
    actions: rule.actions.map((action) => ({ ...action, id: idOf(action.id) })),
    edges: rule.edges.map((edge) => ({
      ...edge,
      source_action_id: edge.source_action_id ? idOf(edge.source_action_id) : null,
      target_action_id: idOf(edge.target_action_id),
    })),
  };
}
