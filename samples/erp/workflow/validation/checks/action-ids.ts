import { defined } from '../../../../../src/foundation/defined.js';
import { called, type RuleCheck } from './check.js';

/** An action's id is `temp:N` or that of an action the rule already has. */
export const actionIds: RuleCheck = (rule, { storedActions }) => {
  if (storedActions === undefined) return [];
  return rule.actions.flatMap((action, index) => {
    if (/^temp:\d+$/.test(action.id) || storedActions.has(action.id)) return [];
    return [
      {
        path: `actions[${index}].id`,
        message: `${called(action)}: the id "${action.id}" is not one of this rule's actions; a new action has the id temp:0, temp:1… or none`,
        ...defined({ allowed: storedActions.size > 0 ? [...storedActions] : undefined }),
      },
    ];
  });
};
