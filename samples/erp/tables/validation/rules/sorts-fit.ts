import { problem } from '../../../shared/problem.js';
import type { Rule } from '../rule.js';

/** Every sort names a column, and none twice. */
export const sortsFit: Rule = ({ source, scope, visual }) =>
  (source.sort ?? []).flatMap((sort, index, all) => {
    const path = `data_source[0].sort[${index}].column`;
    const isComputed = visual.get(sort.column)?.compute !== undefined;
    if (!isComputed && scope.resolve(sort.column) === undefined) {
      return [problem(path, `there is no column '${sort.column}' to sort by`, scope.references())];
    }
    const first = all.findIndex((other) => other.column === sort.column);
    return first === index ? [] : [problem(path, `'${sort.column}' is sorted by twice`)];
  });
