import { findEntity } from '../../knowledge.js';
import { findTriggerType, triggerTypes } from '../../trigger-types.js';
import type { RuleCheck } from './check.js';
import { checkCondition } from './condition-valid.js';

/** The entity the rule watches exists. */
export const entityExists: RuleCheck = (rule, { entities }) => {
  if (rule.entity === '')
    return [
      {
        path: 'entity',
        message: 'The rule names no entity; say which table it watches (schema.table)',
        allowed: entities.map((entity) => entity.name),
      },
    ];
  const found = findEntity(entities, rule.entity);
  if ('entity' in found) return [];
  const several = found.candidates.length < entities.length;
  return [
    {
      path: 'entity',
      message: several
        ? `Entity "${rule.entity}" could be ${found.candidates.join(' or ')}; name one of them`
        : `There is no entity "${rule.entity}"; the entities are ${found.candidates.join(', ')}`,
      allowed: found.candidates,
    },
  ];
};

/** The trigger type exists. */
export const triggerTypeValid: RuleCheck = (rule) => {
  if (findTriggerType(rule.trigger_type) !== undefined) return [];
  const allowed = triggerTypes.map((type) => type.name);
  const message =
    rule.trigger_type === ''
      ? `The rule names no trigger_type; it is one of ${allowed.join(', ')}`
      : `There is no trigger type "${rule.trigger_type}"; it is one of ${allowed.join(', ')}`;
  return [{ path: 'trigger_type', message, allowed }];
};

/** Trigger conditions compare columns of the entity with operators that exist. */
export const triggerConditionsValid: RuleCheck = (rule, knowledge) =>
  rule.trigger_conditions.flatMap((condition, index) =>
    checkCondition(condition, {
      path: `trigger_conditions[${index}]`,
      label: `Trigger condition ${index + 1}`,
      entity: rule.entity,
      columns: knowledge.columnsOf(rule.entity),
      outputKeys: [],
      triggerType: rule.trigger_type,
    }),
  );
