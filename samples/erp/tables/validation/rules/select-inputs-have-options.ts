import { problem } from '../../../shared/problem.js';
import { visualPath, type Rule } from '../rule.js';

/** An input of the type `select` has choices (an enum brings its own), and no other input has any. */
export const selectInputsHaveOptions: Rule = ({ scope, visual }) =>
  [...visual].flatMap(([key, column]) => {
    const editable = column.editable;
    if (editable === undefined) return [];
    const path = `${visualPath(key)}.editable.options`;
    const hasOptions = (editable.options ?? []).length > 0;
    if (editable.type !== 'select') {
      return hasOptions
        ? [problem(path, `options are for 'select', not for '${editable.type}'`)]
        : [];
    }
    const isEnum = scope.selectedBy(key)?.info?.type === 'status';
    return hasOptions || isEnum
      ? []
      : [problem(path, `the select input of '${key}' needs options`)];
  });
