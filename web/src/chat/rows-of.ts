import { isNumber } from '../../../src/foundation/exact-number.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';

/** Rows in what a tool answered, and the fields that make columns. */
interface FoundRows {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** How many more there are. */
  more: number;
}

const MAX_ROWS = 200;
const MAX_COLUMNS = 12;

/** The objects of a list, or of the only list of objects in an object; undefined for any other answer. */
export function rowsOf(value: unknown): FoundRows | undefined {
  const list = listIn(value);
  if (list === undefined) return undefined;
  const shown = list.slice(0, MAX_ROWS);
  const names = [...new Set(shown.flatMap((row) => Object.keys(row)))];
  const columns = names.filter((name) => shown.some((row) => isPlain(row[name])));
  if (columns.length < 2) return undefined;
  const kept = columns.slice(0, MAX_COLUMNS);
  const rows = shown.map((row) =>
    kept.map((name) => (isPlain(row[name]) ? String(row[name]) : '')),
  );
  return { columns: kept, rows, more: list.length - shown.length };
}

function listIn(value: unknown): JsonObject[] | undefined {
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? value : undefined;
  if (!isObject(value)) return undefined;
  const lists = Object.values(value).flatMap((one) => {
    const list = Array.isArray(one) ? listIn(one) : undefined;
    return list === undefined ? [] : [list];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isNumber(value);
}
