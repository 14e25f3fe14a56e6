import { conditionOperatorValues, type ConditionOperator } from '../../../src/platform/types.js';

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
  return conditionOperatorValues.some((operator) => operator === word);
}
