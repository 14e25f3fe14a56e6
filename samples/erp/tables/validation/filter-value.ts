import type { Catalog } from '../../introspection/catalog.js';
import { parseInstant } from '../../shared/instant.js';
import type { ResolvedColumn } from './scope.js';
import { isUuid } from '../../../../src/foundation/ids.js';
import type {
  DatabaseColumnType,
  FilterOperator,
  FilterValue,
} from '../../../../src/platform/types.js';

const nullChecks = ['is_null', 'is_not_null'] as const;
const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'] as const;

export const operatorsOf: Readonly<Record<DatabaseColumnType, readonly FilterOperator[]>> = {
  string: ['eq', 'neq', 'in', 'like', 'ilike', ...nullChecks],
  number: [...comparisons, ...nullChecks],
  datetime: [...comparisons, ...nullChecks],
  boolean: ['eq', 'neq', ...nullChecks],
  uuid: ['eq', 'neq', 'in', ...nullChecks],
  status: ['eq', 'neq', 'in', ...nullChecks],
};

export function takesNoValue(operator: FilterOperator): boolean {
  return operator === 'is_null' || operator === 'is_not_null';
}

/** What is wrong with one value, and the choices if there are few. */
export interface ValueProblem {
  message: string;
  allowed?: readonly string[];
}

/** Checks the value of a condition on a column; nothing when it fits. `value` may be absent only where the caller says so. */
export function valueProblem(
  operator: FilterOperator,
  value: FilterValue | undefined,
  column: ResolvedColumn,
  catalog: Catalog,
): ValueProblem | undefined {
  if (takesNoValue(operator)) {
    return value === undefined || value === null
      ? undefined
      : { message: `${operator} takes no value` };
  }
  if (value === undefined || value === null) return { message: `${operator} needs a value` };
  if (operator === 'in') return listProblem(value, column, catalog);
  if (Array.isArray(value)) return { message: `${operator} takes one value; use 'in' for a list` };
  return scalarProblem(operator, value, column, catalog);
}

function listProblem(
  value: NonNullable<FilterValue>,
  column: ResolvedColumn,
  catalog: Catalog,
): ValueProblem | undefined {
  if (!Array.isArray(value) || value.length === 0) {
    return { message: "'in' takes a list of at least one value" };
  }
  for (const item of value) {
    const found = scalarProblem('eq', item, column, catalog);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Scalar = string | number | boolean;
type Check = (value: Scalar, column: ResolvedColumn, catalog: Catalog) => ValueProblem | undefined;

const checks: Readonly<Record<ResolvedColumn['info']['type'], Check>> = {
  string: (value) => {
    if (typeof value !== 'string')
      return { message: 'the column holds text: the value must be a text' };
    return value.includes('\0') ? { message: 'a text cannot hold the character NUL' } : undefined;
  },
  number: (value) =>
    typeof value === 'number' && Number.isFinite(value)
      ? undefined
      : { message: 'the column holds numbers: the value must be a number' },
  datetime: (value) =>
    typeof value === 'string' && parseInstant(value) !== undefined
      ? undefined
      : { message: 'the value must be an ISO-8601 date or time, such as 2026-03-01T08:00:00Z' },
  boolean: (value) =>
    typeof value === 'boolean' ? undefined : { message: 'the value must be true or false' },
  uuid: (value) => (isUuid(value) ? undefined : { message: 'the value must be a UUID' }),
  status: (value, column, catalog) => {
    const values = catalog.enum(column.table.schema, column.info.enum ?? '')?.values ?? [];
    return values.includes(String(value))
      ? undefined
      : { message: `'${String(value)}' is not a value of ${column.info.pg_type}`, allowed: values };
  },
};

function scalarProblem(
  operator: FilterOperator,
  value: Scalar,
  column: ResolvedColumn,
  catalog: Catalog,
): ValueProblem | undefined {
  const found = checks[column.info.type](value, column, catalog);
  if (found !== undefined) return found;
  const isPattern = operator === 'like' || operator === 'ilike';
  // PostgreSQL refuses a pattern that ends in its own escape character.
  return isPattern && /(^|[^\\])(\\\\)*\\$/.test(String(value))
    ? { message: 'the pattern ends in a single backslash; write two for a literal one' }
    : undefined;
}
