import { problem } from '../../../shared/problem.js';
import { visualPath, type Rule } from '../rule.js';

/** A visible datetime column says how to write it. */
export const datetimeHasFormat: Rule = ({ visual }) =>
  [...visual]
    .filter(([, column]) => column.type === 'datetime' && column.hidden !== true)
    .filter(([, column]) => column.format === undefined)
    .map(([key]) =>
      problem(
        `${visualPath(key)}.format`,
        `the datetime column '${key}' needs a format, such as {"type":"datetime","pattern":"yyyy-MM-dd HH:mm"}`,
      ),
    );
