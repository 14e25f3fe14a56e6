import { problem } from '../../../shared/problem.js';
import type { Rule } from '../rule.js';

/** Every selected column exists in the table it is listed under. */
export const columnsExist: Rule = ({ scope }) =>
  scope.selected
    .filter((column) => column.info === undefined && column.table.info !== undefined)
    .map((column) =>
      problem(
        `${column.path}.name`,
        `table '${column.table.schema}.${column.table.table}' has no column '${column.name}'`,
        column.table.info?.columns.map((known) => known.name) ?? [],
      ),
    );
