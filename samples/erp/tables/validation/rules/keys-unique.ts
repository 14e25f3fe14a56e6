import { problem } from '../../../shared/problem.js';
import type { Rule } from '../rule.js';

/** No two selected columns share a key. */
export const keysUnique: Rule = ({ scope }) =>
  scope.selected
    .filter((column) => scope.selectedBy(column.key) !== column)
    .map((column) =>
      problem(
        `${column.path}.alias`,
        `the key '${column.key}' is used twice: give this column an alias, such as '${column.table.table}_${column.name}'`,
      ),
    );
