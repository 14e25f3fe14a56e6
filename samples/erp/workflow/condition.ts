/** How a condition compares a field of a record. */
export const conditionOperators = [
  'equals',
  'not_equals',
  'greater_than',
  'less_than',
  'greater_or_equal',
  'less_or_equal',
  'contains',
  'starts_with',
  'in',
  'is_null',
  'is_not_null',
  'changed',
  'changed_from',
  'changed_to',
] as const;

/** One of {@link conditionOperators}. */
export type ConditionOperator = (typeof conditionOperators)[number];

/** A comparison of one field of a record, as it is stored and sent. */
export interface Condition {
  field_name: string;
  operator: ConditionOperator;
  value?: unknown;
  previous_value?: unknown;
}

/** Operators that look at the record alone and take no value. */
export const operatorsWithoutValue: readonly ConditionOperator[] = [
  'is_null',
  'is_not_null',
  'changed',
];

/** Operators that compare the record with what it was before: only an update has that. */
export const changeOperators: readonly ConditionOperator[] = [
  'changed',
  'changed_from',
  'changed_to',
];

/** True for a word that is a {@link ConditionOperator}. */
export function isConditionOperator(word: unknown): word is ConditionOperator {
  return conditionOperators.some((operator) => operator === word);
}
