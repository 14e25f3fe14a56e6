import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type {
  ColumnType,
  DatabaseColumnType,
  SelectColumn,
} from '../../../../../src/platform/types.js';
import { problem } from '../../../shared/problem.js';
import { limits } from '../../table-config.model.js';
import { type Rule, visualPath } from '../rule.js';

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

/** There is something to read and something to see, and not too much of it. */
export const someColumnShown: Rule = ({ scope, visual }) => {
  if (scope.selected.length === 0) {
    return [problem('data_source[0].select.columns', 'select at least one column')];
  }
  if (scope.selected.length > limits.columns) {
    const message = `${scope.selected.length} columns are selected; at most ${limits.columns} are allowed`;
    return [problem('data_source[0].select', message)];
  }
  if ([...visual.values()].every((column) => column.hidden === true)) {
    return [problem('visual_settings.columns', 'every column is hidden: show at least one')];
  }
  return [];
};

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

/** How a column of the database may be shown. */
const shownAs: Readonly<Record<DatabaseColumnType, readonly ColumnType[]>> = {
  string: ['string'],
  number: ['number'],
  datetime: ['datetime'],
  boolean: ['boolean'],
  uuid: ['uuid', 'lookup'],
  status: ['status', 'string'],
};

/** The type of every column fits what the database holds. */
export const columnTypesFit: Rule = ({ scope, visual }) =>
  scope.selected.flatMap((column) => {
    const type = visual.get(column.key)?.type;
    if (type === undefined || column.info === undefined) return [];
    const allowed = shownAs[column.info.type];
    if (allowed.includes(type)) return [];
    const message = `'${column.key}' is ${column.info.pg_type} in the database and cannot be shown as ${type}`;
    return [problem(`${visualPath(column.key)}.type`, message, allowed)];
  });
