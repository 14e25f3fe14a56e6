import type { SelectColumn } from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { problem } from '../../../shared/problem.js';
import type { Rule } from '../rule.js';

/** `table_column`, where it is given, says what the place of the column says. */
export const tableColumnAgrees: Rule = ({ source, scope }) =>
  scope.tables.flatMap((table) => {
    const columns =
      table.index === 0
        ? source.select.columns
        : (source.select.foreign_tables?.[table.index - 1]?.columns ?? []);
    const path = table.index === 0 ? `${table.path}.select` : table.path;
    return columns.flatMap((column, index) =>
      disagreement(column, [table.name, table.table], `${path}.columns[${index}].table_column`),
    );
  });

function disagreement(column: SelectColumn, names: readonly string[], path: string): ErrorDetail[] {
  if (column.table_column === undefined) return [];
  const right = [...new Set(names.map((name) => `${name}.${column.name}`))];
  if (right.includes(column.table_column)) return [];
  return [problem(path, `'${column.table_column}' is not where this column comes from`, right)];
}
