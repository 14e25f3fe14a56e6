import type { Condition } from '../../../../../src/platform/types.js';
import type { GraphAction, RuleGraph } from '../../rules/rule.model.js';
import { called, type RuleCheck } from './check.js';
import { checkCondition } from './condition-valid.js';

/** Conditions inside actions compare columns that exist: of the rule's entity, or of the table they update. */
export const configConditionsValid: RuleCheck = (rule, knowledge) =>
  rule.actions.flatMap((action, index) => {
    const entity = subjectOf(action, rule);
    if (entity === undefined) return [];
    return conditionsOf(action).flatMap((condition, position) =>
      checkCondition(condition, {
        path: `actions[${index}].config.conditions[${position}]`,
        label: `${called(action)}, condition ${position + 1}`,
        entity,
        columns: knowledge.columnsOf(entity),
        outputKeys: outputKeys(rule),
        triggerType: rule.triggerType,
      }),
    );
  });

/** The table whose columns an action's conditions speak of. */
function subjectOf({ actionType, config }: GraphAction, rule: RuleGraph): string | undefined {
  if (actionType === 'evaluate_condition') return rule.entity;
  if (actionType === 'update_field' && typeof config.target_entity === 'string')
    return config.target_entity;
  return undefined;
}

/** Only conditions of the right shape: the schema check reports the others. */
function conditionsOf({ config }: GraphAction): Condition[] {
  const list: unknown[] = Array.isArray(config.conditions) ? config.conditions : [];
  return list.filter((item): item is Condition => {
    const condition = item as Partial<Condition> | null;
    return typeof condition?.field_name === 'string' && typeof condition.operator === 'string';
  });
}

function outputKeys(rule: RuleGraph): string[] {
  return rule.actions
    .filter((action) => action.actionType === 'lookup_entity')
    .map((action) => action.config.output_key)
    .filter((key) => typeof key === 'string');
}
