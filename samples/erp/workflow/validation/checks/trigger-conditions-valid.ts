import { checkCondition } from './condition-valid.js';
import type { RuleCheck } from './check.js';

/** Trigger conditions compare columns of the entity with operators that exist. */
export const triggerConditionsValid: RuleCheck = (rule, knowledge) =>
  rule.triggerConditions.flatMap((condition, index) =>
    checkCondition(condition, {
      path: `trigger_conditions[${index}]`,
      label: `Trigger condition ${index + 1}`,
      entity: rule.entity,
      columns: knowledge.columnsOf(rule.entity),
      outputKeys: [],
      triggerType: rule.triggerType,
    }),
  );
