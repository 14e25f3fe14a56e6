import type { Lookup } from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type { Catalog } from '../../../introspection/catalog.js';
import { problem } from '../../../shared/problem.js';
import { visualPath, type Rule } from '../rule.js';

/** A lookup column names a table and two of its columns. */
export const lookupsExist: Rule = ({ visual, knowledge }) =>
  [...visual].flatMap(([key, column]) => {
    const path = `${visualPath(key)}.lookup`;
    if (column.lookup !== undefined) return lookupErrors(column.lookup, path, knowledge.catalog);
    if (column.type !== 'lookup') return [];
    const message = `the lookup column '${key}' needs lookup: {schema, table, value_column, label_column}`;
    return [problem(path, message)];
  });

function lookupErrors(lookup: Lookup, path: string, catalog: Catalog): ErrorDetail[] {
  const table = catalog.table(lookup.schema, lookup.table);
  if (table === undefined) {
    const names = catalog.tables().map((known) => `${known.schema}.${known.name}`);
    const message = `there is no table '${lookup.schema}.${lookup.table}'`;
    return [problem(`${path}.table`, message, names)];
  }
  const columns = table.columns.map((column) => column.name);
  return (['value_column', 'label_column'] as const)
    .filter((field) => !columns.includes(lookup[field]))
    .map((field) =>
      problem(`${path}.${field}`, `'${lookup.table}' has no column '${lookup[field]}'`, columns),
    );
}
