import { problem } from '../../../shared/problem.js';
import type { Rule } from '../rule.js';

/** No two tables of a config go by the same name. */
export const tableNamesUnique: Rule = ({ scope }) =>
  scope.tables
    .filter((table) => scope.tableNamed(table.name) !== table)
    .map((table) =>
      problem(
        `${table.path}.alias`,
        `the table name '${table.name}' is used twice: give this join an alias of its own`,
      ),
    );
