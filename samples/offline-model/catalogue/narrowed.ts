import { isObject } from '../../../src/foundation/json.js';
import { stem } from '../language/english-stem.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { hasIdForm, plainName, propertiesOf, shapeOf, type Property } from './tools.js';

/** Values that are told as they are; longer ones are prose, in which any word may stand. */
const LONGEST = 80;

/** A result of a read that holds of a list only what the words speak of. */
export interface Narrowed {
  data: unknown;
  /** Words by which rows were kept. */
  by: readonly string[];
  kept: number;
  of: number;
}

/**
 * Of a list that was read the rows that hold these words: a backend need not have a filter for everything that its rows
 * tell. A word that no row holds, or that all do, keeps all.
 */
export function narrowed(data: unknown, words: readonly string[]): Narrowed {
  const entry = Array.isArray(data) ? undefined : listIn(data);
  const rows = rowsIn(data);
  const { by, rows: kept } = rowsWith(rows, words);
  const told = { by, kept: kept.length, of: rows.length };
  if (kept.length === rows.length) return { ...told, data };
  return { ...told, data: entry && isObject(data) ? withRows(data, entry[0], kept) : kept };
}

/** The rows that hold as many of these words as one can, and which these are. */
export function rowsWith<T>(
  rows: readonly T[],
  words: readonly string[],
): { by: string[]; rows: readonly T[] } {
  let kept = rows;
  const by: string[] = [];
  for (const word of words) {
    const exact = kept.filter((row) => holds(row, word, true));
    const some = exact.length > 0 ? exact : kept.filter((row) => holds(row, word, false));
    if (some.length === 0) continue;
    by.push(word);
    kept = some;
  }
  return { by, rows: kept };
}

/** The rows of what a list answers. */
export function rowsIn(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : (listIn(data)?.[1] ?? []);
}

function withRows(data: Record<string, unknown>, key: string, rows: readonly unknown[]) {
  // What counts the whole list is not said of a part of it.
  const others = Object.entries(data).filter(([, value]) => typeof value !== 'number');
  return { ...Object.fromEntries(others), [key]: rows };
}

function listIn(data: unknown): [string, unknown[]] | undefined {
  const lists = isObject(data)
    ? Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    : [];
  return lists.length === 1 ? lists[0] : undefined;
}

function holds(row: unknown, word: string, isWhole: boolean): boolean {
  return valuesOf(row).some((value) =>
    isWhole
      ? inWords(value) === inWords(word)
      : value.split(/[^\p{L}\p{N}]+/u).some((part) => part !== '' && stem(part) === stem(word)),
  );
}

const inWords = (text: string): string => text.replaceAll(/[_-]/g, ' ').toLowerCase();

/** Whether a record speaks of another by its id: in a field such as `customerId`, or in what stands under `customer`. */
export function holdsId(record: unknown, id: unknown): boolean {
  if (Array.isArray(record)) return record.some((each) => holdsId(each, id));
  if (!isObject(record)) return false;
  return Object.entries(record).some(([name, value]) => {
    const isSame = value === id && (hasIdForm(name) || typeof id === 'string');
    return isSame || holdsId(value, id);
  });
}

/** The short texts and the numbers that a record holds. */
export function valuesOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length <= LONGEST ? [value] : [];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  return isObject(value) ? Object.values(value).flatMap(valuesOf) : [];
}

/** Stems of the names of a result's fields: a question that says one is answered by it. */
export function fieldsOf(value: unknown, depth = 0): Set<string> {
  if (depth > 4) return new Set();
  if (Array.isArray(value)) return fieldsOf(value[0], depth + 1);
  if (!isObject(value)) return new Set();
  return new Set(
    Object.entries(value).flatMap(([key, inner]) => [
      ...plainName(key).flatMap((word) => [stem(word), ...(word === 'daily' ? ['day'] : [])]),
      ...fieldsOf(inner, depth + 1),
    ]),
  );
}

/** "Is it closed?": what its fields say instead of this value, which some tool knows for one of them. */
export function otherValue(
  data: unknown,
  word: string,
  tools: readonly ToolSpec[],
): string | undefined {
  if (!isObject(data)) return undefined;
  const isKnown = ({ schema }: Property) =>
    shapeOf(schema).values.some((value) => stem(value) === stem(word));
  const field = tools.flatMap(propertiesOf).find((each) => each.name in data && isKnown(each));
  const value = field && data[field.name];
  if (field === undefined || typeof value !== 'string') return undefined;
  const is = stem(value) === stem(word) ? 'Yes' : 'No';
  return `${is}: ${plainName(field.name).join(' ')} is “${value}”.`;
}
