import { actionTypes, findActionType } from '../../action-types/registry.js';
import { called, type RuleCheck } from './check.js';

/** Each action is of a type that exists. */
export const actionTypesExist: RuleCheck = (rule) =>
  rule.actions.flatMap((action, index) => {
    if (findActionType(action.actionType) !== undefined) return [];
    const allowed = actionTypes.map((type) => type.type);
    return [
      {
        path: `actions[${index}].action_type`,
        message: `${called(action)}: there is no action type "${action.actionType}"; the types are ${allowed.join(', ')}`,
        allowed,
      },
    ];
  });
