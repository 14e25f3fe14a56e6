import type { DatabaseColumnType, FilterOperator } from '../../../../src/platform/types.js';

const nullChecks = ['is_null', 'is_not_null'] as const;
const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'] as const;

/** Which operators fit a column of the database. */
export const operatorsOf: Readonly<Record<DatabaseColumnType, readonly FilterOperator[]>> = {
  string: ['eq', 'neq', 'in', 'like', 'ilike', ...nullChecks],
  number: [...comparisons, ...nullChecks],
  datetime: [...comparisons, ...nullChecks],
  boolean: ['eq', 'neq', ...nullChecks],
  uuid: ['eq', 'neq', 'in', ...nullChecks],
  status: ['eq', 'neq', 'in', ...nullChecks],
};

/** True for the operators that take no value. */
export function takesNoValue(operator: FilterOperator): boolean {
  return operator === 'is_null' || operator === 'is_not_null';
}
