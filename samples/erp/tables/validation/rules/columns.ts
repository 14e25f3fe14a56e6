import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type {
  Filter,
  ColumnType,
  DatabaseColumnType,
  FilterOperator,
  FilterValue,
} from '../../../../../src/platform/types.js';
import { problem } from '../../../shared/schema-problems.js';
import { type Rule, type RuleContext, visualPath, type ResolvedColumn, limits } from '../scope.js';
import type { Catalog } from '../../../introspection/catalog.store.js';
import { parseInstant } from '../../../shared/fields.js';
import { isUuid } from '../../../../../src/foundation/ids.js';

const nullChecks = ['is_null', 'is_not_null'] as const;
const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'] as const;

const operatorsOf: Readonly<Record<DatabaseColumnType, readonly FilterOperator[]>> = {
  string: ['eq', 'neq', 'in', 'like', 'ilike', ...nullChecks],
  number: [...comparisons, ...nullChecks],
  datetime: [...comparisons, ...nullChecks],
  boolean: ['eq', 'neq', ...nullChecks],
  uuid: ['eq', 'neq', 'in', ...nullChecks],
  status: ['eq', 'neq', 'in', ...nullChecks],
};

function takesNoValue(operator: FilterOperator): boolean {
  return operator === 'is_null' || operator === 'is_not_null';
}

/** Whether a filter waits for the user to choose its value. */
export function isOpen({ dynamic, operator, value }: Filter): boolean {
  return dynamic === true && (value ?? null) === null && !takesNoValue(operator);
}

interface ValueProblem {
  message: string;
  allowed?: readonly string[];
}

/** Checks the value of a condition on a column; nothing when it fits. */
function valueProblem(
  operator: FilterOperator,
  value: FilterValue | undefined,
  column: ResolvedColumn,
  catalog: Catalog,
): ValueProblem | undefined {
  const isAbsent = value === undefined || value === null;
  if (takesNoValue(operator))
    return isAbsent ? undefined : { message: `${operator} takes no value` };
  if (isAbsent) return { message: `${operator} needs a value` };
  if (operator === 'in')
    return Array.isArray(value) && value.length > 0
      ? value.map((item) => scalarProblem('eq', item, column, catalog)).find(Boolean)
      : { message: "'in' takes a list of at least one value" };
  if (Array.isArray(value)) return { message: `${operator} takes one value; use 'in' for a list` };
  return scalarProblem(operator, value, column, catalog);
}

type Scalar = string | number | boolean;

/** What fits a type of column, and what is said where a value does not. */
const checks: Readonly<
  Record<Exclude<DatabaseColumnType, 'status'>, [fits: (value: Scalar) => boolean, message: string]>
> = {
  string: [(value) => typeof value === 'string', 'the column holds text: the value must be a text'],
  number: [Number.isFinite, 'the column holds numbers: the value must be a number'],
  datetime: [
    (value) => typeof value === 'string' && parseInstant(value) !== undefined,
    'the value must be an ISO-8601 date or time, such as 2026-03-01T08:00:00Z',
  ],
  boolean: [(value) => typeof value === 'boolean', 'the value must be true or false'],
  uuid: [isUuid, 'the value must be a UUID'],
};

function scalarProblem(
  operator: FilterOperator,
  value: Scalar,
  { info, table }: ResolvedColumn,
  catalog: Catalog,
): ValueProblem | undefined {
  if (info.type === 'status') {
    const allowed = catalog.enum(table.schema, info.enum ?? '')?.values ?? [];
    const message = `'${String(value)}' is not a value of ${info.pg_type}`;
    return allowed.includes(String(value)) ? undefined : { message, allowed };
  }
  const [fits, message] = checks[info.type];
  if (!fits(value)) return { message };
  if (info.type === 'string' && String(value).includes('\0'))
    return { message: 'a text cannot hold the character NUL' };
  const isPattern = operator === 'like' || operator === 'ilike';
  // PostgreSQL refuses a pattern that ends in its own escape character.
  return isPattern && /(^|[^\\])(\\\\)*\\$/.test(String(value))
    ? { message: 'the pattern ends in a single backslash; write two for a literal one' }
    : undefined;
}

export const filtersFit: Rule = (context) =>
  (context.source.filters ?? []).flatMap((filter, index) => {
    const path = `data_source[0].filters[${index}]`;
    const column = context.scope.resolve(filter.column);
    if (column !== undefined) return testErrors(context, filter, column, path, isOpen(filter));
    const message = `there is no column '${filter.column}' to filter by`;
    return [problem(`${path}.column`, message, context.scope.references())];
  });

/** Whether an operator fits its column, and a value (if it is there yet) both. */
function testErrors(
  { knowledge }: RuleContext,
  { column: name, operator, value }: Pick<Filter, 'column' | 'operator' | 'value'>,
  column: ResolvedColumn,
  path: string,
  isUnset = false,
): ErrorDetail[] {
  const operators = operatorsOf[column.info.type];
  if (!operators.includes(operator)) {
    const message = `'${operator}' does not fit '${name}', which is a ${column.info.type}`;
    return [problem(`${path}.operator`, message, operators)];
  }
  const wrong = isUnset ? undefined : valueProblem(operator, value, column, knowledge.catalog);
  return wrong === undefined ? [] : [problem(`${path}.value`, wrong.message, wrong.allowed)];
}

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

export const conditionalFormattingFits: Rule = (context) =>
  (context.config.visual_settings.conditional_formatting ?? []).flatMap((format, index) => {
    const path = `visual_settings.conditional_formatting[${index}]`;
    const selected = context.scope.selectedBy(format.column);
    if (selected === undefined) {
      if (context.visual.get(format.column)?.type === 'computed') return [];
      const keys = context.scope.selected.map((column) => column.key);
      return [problem(`${path}.column`, `no column has the key '${format.column}'`, keys)];
    }
    if (selected.info === undefined) return [];
    return testErrors(context, format, { table: selected.table, info: selected.info }, path);
  });

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
export const tableColumnAgrees: Rule = ({ scope }) =>
  scope.selected.flatMap(({ name, said, table, path }) => {
    const right = [...new Set([`${table.name}.${name}`, `${table.table}.${name}`])];
    if (said === undefined || right.includes(said)) return [];
    const message = `'${said}' is not where this column comes from`;
    return [problem(`${path}.table_column`, message, right)];
  });

const shownAs: Readonly<Record<DatabaseColumnType, readonly ColumnType[]>> = {
  string: ['string'],
  number: ['number'],
  datetime: ['datetime'],
  boolean: ['boolean'],
  uuid: ['uuid', 'lookup'],
  status: ['status', 'string'],
};

export const columnTypesFit: Rule = ({ scope, visual }) =>
  scope.selected.flatMap((column) => {
    const type = visual.get(column.key)?.type;
    if (type === undefined || column.info === undefined) return [];
    const allowed = shownAs[column.info.type];
    if (allowed.includes(type)) return [];
    const message = `'${column.key}' is ${column.info.pg_type} in the database and cannot be shown as ${type}`;
    return [problem(`${visualPath(column.key)}.type`, message, allowed)];
  });
