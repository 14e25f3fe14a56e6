import { isUuid } from '../../../../foundation/ids.js';
import { type ColumnType, type FilterOperator, type FilterValue, refuse } from '../config-model.js';
import type { ColumnFacts } from '../facts.js';
import type { ConfigColumn } from '../references.js';

/** Words for text searches that become `ilike` with a pattern. */
export const textSearches = ['contains', 'starts_with', 'ends_with'] as const;

const EMPTY = ['is_null', 'is_not_null'] as const;
const COMPARE = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', ...EMPTY] as const;
const EQUAL = ['eq', 'neq', 'in', ...EMPTY] as const;

/** Which operators fit which database type (docs/table-configs.md). */
export const fittingOperators: Partial<Record<ColumnType, readonly FilterOperator[]>> = {
  string: [...EQUAL, 'like', 'ilike'],
  number: COMPARE,
  datetime: COMPARE,
  boolean: ['eq', 'neq', ...EMPTY],
  uuid: EQUAL,
  status: EQUAL,
};

/** The config's operator for one of a call, text searches included. */
export function toOperator(operator: string): FilterOperator {
  return (textSearches as readonly string[]).includes(operator)
    ? 'ilike'
    : (operator as FilterOperator);
}

/** The same, refused with the fitting ones when it does not fit the column. */
export function requireOperator(
  { column, reference }: ConfigColumn,
  wanted: string,
): FilterOperator {
  const operator = toOperator(wanted);
  const fitting = fittingOperators[column.type] ?? EQUAL;
  if (fitting.includes(operator)) return operator;
  return refuse(
    `"${wanted}" does not fit ${reference}, a ${column.type} column; fitting: ${fitting.join(', ')}.`,
    fitting,
  );
}

/** A value in the type of the column: `"50"` becomes 50 for a number, `shipped` an enum's value; a list for `in`. */
export function filterValue(place: ConfigColumn, operator: string, value: unknown): FilterValue {
  if (operator === 'in') {
    const list: unknown[] = Array.isArray(value) ? (value as unknown[]) : splitList(value);
    return list.map((item) => scalar(place, item));
  }
  if (Array.isArray(value)) {
    return refuse(`"${operator}" takes one value; for several use operator "in".`);
  }
  const one = scalar(place, value);
  switch (operator) {
    case 'contains':
      return `%${escapeLike(one)}%`;
    case 'starts_with':
      return `${escapeLike(one)}%`;
    case 'ends_with':
      return `%${escapeLike(one)}`;
    default:
      return one;
  }
}

function splitList(value: unknown): unknown[] {
  return typeof value === 'string' ? value.split(',').map((item) => item.trim()) : [value];
}

function escapeLike(value: string | number | boolean): string {
  return String(value).replace(/[\\%_]/g, '\\$&');
}

function scalar(place: ConfigColumn, value: unknown): string | number | boolean {
  const { type } = place.column;
  const text = String(value).trim();
  switch (type) {
    case 'number':
      return toNumber(place, text);
    case 'boolean':
      return toBoolean(place, text);
    case 'datetime':
      return /^\d{4}-\d{2}-\d{2}/.test(text)
        ? text
        : wrong(place, text, 'a date like 2026-03-01 or 2026-03-01T08:00:00Z');
    case 'uuid':
      return isUuid(text)
        ? text
        : wrong(place, text, 'a UUID; to filter by a name, join that table');
    default:
      return place.column.enum ? enumValue(place, place.column.enum, text) : String(value);
  }
}

function toNumber(place: ConfigColumn, text: string): number {
  const number = Number(text.replace(/[€$£%\s]/g, ''));
  return text !== '' && Number.isFinite(number) ? number : wrong(place, text, 'a number');
}

const TRUE = ['true', 'yes', '1', 'on'];
const FALSE = ['false', 'no', '0', 'off'];

function toBoolean(place: ConfigColumn, text: string): boolean {
  const word = text.toLowerCase();
  if (TRUE.includes(word)) return true;
  return FALSE.includes(word) ? false : wrong(place, text, 'true or false');
}

function enumValue(
  place: ConfigColumn,
  values: NonNullable<ColumnFacts['enum']>,
  text: string,
): string {
  const plain = (item: string) => item.toLowerCase().replace(/[\s_-]+/g, '_');
  const found = values.find((item) => plain(item) === plain(text));
  return found ?? wrong(place, text, `one of ${values.join(', ')}`, values);
}

function wrong(
  place: ConfigColumn,
  text: string,
  expected: string,
  allowed: readonly string[] = [],
): never {
  return refuse(
    `"${text}" is not a value of ${place.reference}, which takes ${expected}.`,
    allowed,
  );
}
