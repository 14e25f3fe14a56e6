import type { EntityColumn } from '../../knowledge.store.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { fault } from '../../../shared/refusals.js';
import {
  type Condition,
  type ConditionOperator,
  conditionOperatorValues,
} from '../../../../../src/platform/types.js';

/** Operators that look at the record alone and take no value. */
const operatorsWithoutValue: readonly ConditionOperator[] = ['is_null', 'is_not_null', 'changed'];

/** Operators that compare the record with what it was before: only an update has that. */
const changeOperators: readonly ConditionOperator[] = ['changed', 'changed_from', 'changed_to'];

function isConditionOperator(word: unknown): word is ConditionOperator {
  return conditionOperatorValues.some((operator) => operator === word);
}

/** Where a condition stands, and what its field may be. */
export interface ConditionPlace {
  path: string;
  label: string;
  entity: string;
  columns: readonly EntityColumn[];
  /** Names that earlier lookups put their row under: `supplier` allows `supplier.name`. */
  outputKeys: readonly string[];
  triggerType: string;
}

/** What is wrong with one condition: its field, its operator, its value. */
export function checkCondition(condition: Condition, place: ConditionPlace): ErrorDetail[] {
  if (!isConditionOperator(condition.operator)) return [unknownOperator(condition, place)];
  return [
    ...checkField(condition.field_name, `${place.path}.field_name`, place),
    ...checkValue(condition, place),
    ...checkChange(condition, place),
  ];
}

function unknownOperator(condition: Condition, { path, label }: ConditionPlace): ErrorDetail {
  const message = `${label}: there is no operator "${String(condition.operator)}"; it is one of ${conditionOperatorValues.join(', ')}`;
  return fault(`${path}.operator`, message, conditionOperatorValues);
}

/** The field is a column of the entity, or belongs to what a lookup found. */
export function checkField(
  field: string,
  path: string,
  { label, entity, columns, outputKeys }: ConditionPlace,
): ErrorDetail[] {
  if (columns.length === 0) return []; // the entity does not exist: reported once, elsewhere
  if (columns.some((column) => column.name === field)) return [];
  const dot = field.indexOf('.');
  if (dot > 0 && outputKeys.includes(field.slice(0, dot))) return [];
  const allowed = columns.map((column) => column.name);
  const message = `${label}: ${entity} has no column "${field}"; its columns are ${allowed.join(', ')}`;
  return [fault(path, message, allowed)];
}

function checkValue(condition: Condition, { path, label, columns }: ConditionPlace): ErrorDetail[] {
  const { operator, value } = condition;
  const wrong = (message: string, allowed?: readonly string[]) => [
    fault(`${path}.value`, `${label}: ${message}`, allowed),
  ];
  if (operatorsWithoutValue.includes(operator)) return [];
  const given = operator === 'changed_from' ? (condition.previous_value ?? value) : value;
  if (given === undefined || given === null)
    return wrong(
      `the operator ${operator} needs a value; to compare with nothing use is_null or is_not_null`,
    );
  if (operator === 'in' && !Array.isArray(given))
    return wrong('the operator in needs a list of values, such as ["a", "b"]');
  const column = columns.find(({ name }) => name === condition.field_name);
  const unknown =
    column?.values === undefined ? undefined : outside(operator, given, column.values);
  if (unknown === undefined) return [];
  return wrong(
    `"${unknown}" is not a value of ${condition.field_name}; it is one of ${column?.values?.join(', ')}`,
    column?.values,
  );
}

/** The first text that an enum column can never hold; templates are left alone. */
function outside(operator: string, given: unknown, values: readonly string[]): string | undefined {
  if (operator === 'contains' || operator === 'starts_with') return undefined;
  const list: unknown[] = Array.isArray(given) ? given : [given];
  return list.find(
    (item): item is string =>
      typeof item === 'string' && !item.includes('{{') && !values.includes(item),
  );
}

function checkChange({ operator }: Condition, place: ConditionPlace): ErrorDetail[] {
  const { path, label, triggerType } = place;
  if (!changeOperators.includes(operator)) return [];
  if (triggerType !== 'on_create' && triggerType !== 'on_delete') return [];
  const message = `${label}: ${operator} compares with the record before an update, which a rule on ${triggerType} does not have; use on_update`;
  return [fault(`${path}.operator`, message)];
}
