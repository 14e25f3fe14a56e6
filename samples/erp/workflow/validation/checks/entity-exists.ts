import { findEntity } from '../../knowledge.js';
import type { RuleCheck } from './check.js';

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
