import { problem } from '../../../shared/problem.js';
import type { Rule } from '../rule.js';

/** The source and every joined table exist in a business schema. */
export const tablesExist: Rule = ({ scope, knowledge: { catalog } }) =>
  scope.tables
    .filter((table) => table.info === undefined)
    .map((table) => {
      const schemas = catalog.schemas();
      if (!schemas.includes(table.schema)) {
        return problem(`${table.path}.schema`, `there is no schema '${table.schema}'`, schemas);
      }
      const names = catalog.tables(table.schema).map((known) => known.name);
      const field = table.index === 0 ? 'source' : 'table';
      return problem(
        `${table.path}.${field}`,
        `schema '${table.schema}' has no table '${table.table}'`,
        names,
      );
    });
