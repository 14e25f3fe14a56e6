import { firstChars } from '../../../../foundation/text.js';
import { isObject, type JsonObject, jsonLength } from '../../../../foundation/json.js';
import type { AnswerHints } from '../operation.js';

interface FittedJson {
  value: unknown;
  /** Sentences for the model; empty when the value is whole. */
  notes: string[];
}

/** With fewer items than this, single fields are left out before items are. */
const WANTED_ITEMS = 10;
const MEASURED_ITEMS = 100;

/** In at most `budget` characters of JSON: fewer whole items, else fewer fields of each. Looks no further than it could show. */
export function fitJson(value: unknown, hints: AnswerHints, budget: number): FittedJson {
  const length = jsonLength(value, budget);
  if (length <= budget) return { value, notes: [] };
  if (Array.isArray(value)) return fitList(value, hints, budget);
  if (!isObject(value)) {
    const note = `The answer is one value of ${length} characters, too long to show.`;
    return { value: null, notes: [note] };
  }
  const lengths = lengthsOf(value, budget);
  const listIn = listProperty(value, hints, lengths, budget);
  if (listIn === undefined) return fitObject(value, hints, lengths, budget);
  const { [listIn]: list, ...beside } = value;
  const kept = fitObject(beside, hints, lengths, Math.floor(budget / 4));
  const rest = budget - jsonLength(kept.value, budget) - keySize(listIn);
  const fitted = fitList(list as unknown[], hints, rest);
  return {
    value: { ...(kept.value as JsonObject), [listIn]: fitted.value },
    notes: [...kept.notes, ...fitted.notes],
  };
}

/** By its fields, what is in each: above `limit` no longer exact. */
type Lengths = ReadonlyMap<string, number>;

function lengthsOf(value: JsonObject, limit: number): Lengths {
  return new Map(Object.keys(value).map((key) => [key, jsonLength(value[key], limit)]));
}

function listProperty(
  value: JsonObject,
  { listIn }: AnswerHints,
  lengths: Lengths,
  budget: number,
): string | undefined {
  if (listIn !== undefined && Array.isArray(value[listIn])) return listIn;
  let all = 0;
  let longest = { key: '', length: 0 };
  for (const [key, known] of lengths) {
    const part = value[key];
    const isLong = Array.isArray(part) && known > budget;
    // As if its other items were as long as its first ones.
    const first: unknown[] = isLong ? part.slice(0, MEASURED_ITEMS) : [];
    const sum = first.reduce<number>((sofar, item) => sofar + jsonLength(item, budget) + 1, 0);
    const length = isLong ? (sum / Math.max(first.length, 1)) * part.length : known;
    all += length;
    if (Array.isArray(part) && length > longest.length) longest = { key, length };
  }
  return longest.length > all / 2 ? longest.key : undefined;
}

function fitList(list: readonly unknown[], hints: AnswerHints, budget: number): FittedJson {
  const wanted = Math.min(WANTED_ITEMS, list.length);
  const whole = takeWhole(list, budget);
  const fewer = { value: whole, notes: [itemsNote(whole.length, list.length)] };
  if (whole.length >= wanted) return fewer;
  const kept = narrowFields(list, hints, budget / Math.max(wanted, 1));
  const leftOut = new Set<string>();
  const taken = takeWhole(list, budget, (item) => (isObject(item) ? pick(item, kept) : item));
  if (taken.length <= whole.length) return fewer;
  for (const item of list.slice(0, taken.length))
    for (const field of isObject(item) ? Object.keys(item) : [])
      if (!kept.has(field)) leftOut.add(field);
  const notes = taken.length < list.length ? [itemsNote(taken.length, list.length)] : [];
  return { value: taken, notes: [...notes, fieldsNote([...leftOut].map(shortName), leftOut.size)] };
}

function takeWhole(
  list: readonly unknown[],
  budget: number,
  shown: (item: unknown) => unknown = (item) => item,
): unknown[] {
  let left = budget - 2;
  const taken: unknown[] = [];
  for (const item of list) {
    const one = shown(item);
    left -= jsonLength(one, left) + 1;
    if (left < 0) break;
    taken.push(one);
  }
  return taken;
}

/** The fields that items keep: the telling ones first, as many as the room for one item takes. */
function narrowFields(list: readonly unknown[], hints: AnswerHints, room: number): Set<string> {
  const objects = list.slice(0, MEASURED_ITEMS).filter(isObject);
  const sums = new Map<string, number>();
  for (const item of objects)
    for (const [field, length] of lengthsOf(item, room))
      sums.set(field, (sums.get(field) ?? 0) + length);
  const known = hints.fields.filter((field) => sums.has(field));
  const order = new Set([...known, ...sums.keys()]);
  return fitting(order, room, (field) => (sums.get(field) ?? 0) / objects.length);
}

/** As many of the keys, in their order, as there is room for; what is too long is passed over. */
function fitting(
  keys: Iterable<string>,
  room: number,
  lengthOf: (key: string) => number,
): Set<string> {
  const kept = new Set<string>();
  let left = room - 2;
  for (const key of keys) {
    const size = lengthOf(key) + keySize(key);
    if (size > left) continue;
    left -= size;
    kept.add(key);
  }
  return kept;
}

function fitObject(
  value: JsonObject,
  hints: AnswerHints,
  lengths: Lengths,
  budget: number,
): FittedJson {
  if (jsonLength(value, budget) <= budget) return { value, notes: [] };
  const telling = new Set(hints.fields);
  const length = (key: string): number => lengths.get(key) ?? 0;
  const narrowFirst = Object.keys(value).sort(
    (a, b) => Number(telling.has(b)) - Number(telling.has(a)) || length(a) - length(b),
  );
  const kept = fitting(narrowFirst, budget, length);
  const leftOut = Object.keys(value).filter((key) => !kept.has(key));
  const named = leftOut.slice(0, MAX_NAMED).map((key) => {
    // Of a text the length is known, of objects and lists as far as they were looked at.
    const least = isObject(value[key]) || Array.isArray(value[key]) ? 'at least ' : '';
    return `${shortName(key)} (${least}${length(key)} characters)`;
  });
  return { value: pick(value, kept), notes: [fieldsNote(named, leftOut.length)] };
}

function pick(value: JsonObject, kept: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => kept.has(key)));
}

function itemsNote(shown: number, all: number): string {
  return `Shown are the first ${shown} of the ${all} items in this answer.`;
}

const MAX_NAMED = 30;
const MAX_NAME = 80;

function fieldsNote(fields: readonly string[], all: number): string {
  const more = all > MAX_NAMED ? ` and ${all - MAX_NAMED} more` : '';
  return `Left out for their length: ${fields.slice(0, MAX_NAMED).join(', ')}${more}.`;
}

function shortName(key: string): string {
  return key.length > MAX_NAME ? `${firstChars(key, MAX_NAME)}…` : key;
}

function keySize(key: string): number {
  return JSON.stringify(key).length + 2;
}

/** As many whole lines as fit into `budget` characters, and a note when that is not all of them. */
export function fitLines(text: string, budget: number): { text: string; note?: string } {
  if (text.length <= budget) return { text };
  const end = text.lastIndexOf('\n', budget);
  const shown = end > 0 ? text.slice(0, end) : '';
  const all = countLines(text);
  const lines = shown === '' ? 0 : countLines(shown);
  return { text: shown, note: `Shown are the first ${lines} of ${all} lines.` };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}
