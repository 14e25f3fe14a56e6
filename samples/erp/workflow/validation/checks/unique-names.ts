import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { called, type RuleCheck } from './check.js';

/** No two actions of a rule share a name, whatever the case, nor an id. */
export const uniqueNames: RuleCheck = (rule) => {
  const errors: ErrorDetail[] = [];
  const seenNames = new Map<string, number>();
  const seenIds = new Set<string>();
  rule.actions.forEach((action, index) => {
    const key = action.name.toLowerCase();
    const first = seenNames.get(key);
    if (first !== undefined && key !== '')
      errors.push({
        path: `actions[${index}].name`,
        message: `${called(action)} has the same name as action ${first + 1}; names within a rule must differ by more than case`,
      });
    else seenNames.set(key, index);
    if (seenIds.has(action.id))
      errors.push({
        path: `actions[${index}].id`,
        message: `${called(action)} has the id "${action.id}" of another action; ids must differ`,
      });
    seenIds.add(action.id);
  });
  return errors;
};
