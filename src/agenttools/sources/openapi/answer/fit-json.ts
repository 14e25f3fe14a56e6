import { writeJson } from '../../../../foundation/exact-json.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import type { AnswerHints } from '../operation.js';

/** A value that fits, and what was left out of it. */
export interface FittedJson {
  value: unknown;
  /** Sentences for the model; empty when the value is whole. */
  notes: string[];
}

/** With fewer items than this, single fields are left out before items are. */
const WANTED_ITEMS = 10;

/**
 * The value in at most `budget` characters of JSON. A list becomes fewer whole items; where even a few are
 * too wide, each keeps the fields that tell most; a single object loses its widest fields. No text and no
 * item is ever cut in the middle.
 */
export function fitJson(value: unknown, hints: AnswerHints, budget: number): FittedJson {
  if (sizeOf(value) <= budget) return { value, notes: [] };
  if (Array.isArray(value)) return fitList(value, hints, budget);
  if (!isObject(value)) {
    return {
      value: null,
      notes: [`The answer is one value of ${sizeOf(value)} characters, too long to show.`],
    };
  }
  const listIn = listProperty(value, hints);
  if (listIn === undefined) return fitObject(value, hints, budget);
  const { [listIn]: list, ...beside } = value;
  const kept = fitObject(beside, hints, Math.floor(budget / 4));
  const rest = budget - sizeOf(kept.value) - keySize(listIn);
  const fitted = fitList(list as unknown[], hints, rest);
  return {
    value: { ...(kept.value as JsonObject), [listIn]: fitted.value },
    notes: [...kept.notes, ...fitted.notes],
  };
}

function listProperty(value: JsonObject, { listIn }: AnswerHints): string | undefined {
  if (listIn !== undefined && Array.isArray(value[listIn])) return listIn;
  const lists = Object.keys(value).filter((key) => Array.isArray(value[key]));
  const [longest] = lists.sort((a, b) => sizeOf(value[b]) - sizeOf(value[a]));
  return longest !== undefined && sizeOf(value[longest]) > sizeOf(value) / 2 ? longest : undefined;
}

function fitList(list: readonly unknown[], hints: AnswerHints, budget: number): FittedJson {
  const wanted = Math.min(WANTED_ITEMS, list.length);
  const whole = takeWhole(list, budget);
  if (whole.length >= wanted)
    return { value: whole, notes: [itemsNote(whole.length, list.length)] };
  const narrow = narrowItems(list, hints, budget / Math.max(wanted, 1));
  const taken = takeWhole(narrow.items, budget);
  if (taken.length <= whole.length)
    return { value: whole, notes: [itemsNote(whole.length, list.length)] };
  const notes = taken.length < list.length ? [itemsNote(taken.length, list.length)] : [];
  return { value: taken, notes: [...notes, fieldsNote(narrow.leftOut)] };
}

function takeWhole(list: readonly unknown[], budget: number): unknown[] {
  let left = budget - 2;
  const taken: unknown[] = [];
  for (const item of list) {
    left -= sizeOf(item) + 1;
    if (left < 0) break;
    taken.push(item);
  }
  return taken;
}

/** Items with the same fields each: the telling ones first, as many as the room for one item takes. */
function narrowItems(
  list: readonly unknown[],
  hints: AnswerHints,
  room: number,
): { items: unknown[]; leftOut: string[] } {
  const objects = list.filter(isObject);
  const all = [...new Set(objects.flatMap((item) => Object.keys(item)))];
  const known = hints.fields.filter((field) => all.includes(field));
  const order = [...known, ...all.filter((field) => !known.includes(field))];
  const kept = new Set<string>();
  let left = room - 2;
  for (const field of order) {
    const widest = average(objects.map((item) => sizeOf(item[field]))) + keySize(field);
    if (widest > left) continue;
    left -= widest;
    kept.add(field);
  }
  const items = list.map((item) => (isObject(item) ? pick(item, kept) : item));
  return { items, leftOut: all.filter((field) => !kept.has(field)) };
}

/** The object without its widest fields, telling ones kept longest. */
function fitObject(value: JsonObject, hints: AnswerHints, budget: number): FittedJson {
  if (sizeOf(value) <= budget) return { value, notes: [] };
  const telling = new Set(hints.fields);
  const narrowFirst = Object.keys(value).sort(
    (a, b) =>
      Number(telling.has(b)) - Number(telling.has(a)) || sizeOf(value[a]) - sizeOf(value[b]),
  );
  const kept = new Set<string>();
  let left = budget - 2;
  for (const key of narrowFirst) {
    const size = sizeOf(value[key]) + keySize(key);
    if (size > left) continue;
    left -= size;
    kept.add(key);
  }
  const leftOut = Object.keys(value).filter((key) => !kept.has(key));
  const named = leftOut.map((key) => `${key} (${sizeOf(value[key])} characters)`);
  return { value: pick(value, kept), notes: [fieldsNote(named)] };
}

function pick(value: JsonObject, kept: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => kept.has(key)));
}

function itemsNote(shown: number, all: number): string {
  return `Shown are the first ${shown} of the ${all} items in this answer.`;
}

const MAX_NAMED = 30;

function fieldsNote(fields: readonly string[]): string {
  const more = fields.length > MAX_NAMED ? ` and ${fields.length - MAX_NAMED} more` : '';
  return `Left out for their length: ${fields.slice(0, MAX_NAMED).join(', ')}${more}.`;
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : writeJson(value).length;
}

/** A key with its quotes, colon and comma. */
function keySize(key: string): number {
  return writeJson(key).length + 2;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(numbers.length, 1);
}
