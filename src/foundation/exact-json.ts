import {
  ExactNumber,
  isNumber,
  isWhole,
  JSON_NUMBER,
  keepsDigits,
  writingExact,
} from './exact-number.js';
import { isObject } from './json.js';
import { beyondLimits, endOfString, TooMuchJson, type JsonLimits } from './json-limits.js';

/** The digits of an exact number in JSON that others parse or store: an object with one key. */
type Carrier = Record<string, string>;

/** The key of carriers that leave this process; it begins with a character of the private use area, as no API's does. */
export const EXACT = '\ue000number';

/** Not to be guessed, so that no text from outside is taken for one of ours. */
const SECRET = [...crypto.getRandomValues(new Uint32Array(2))]
  .map((one) => one.toString(36))
  .join('');

/** What is parsed of others: 4 MB of it take 0.1 s at most. What this program stores itself is far below. */
const PARSED: JsonLimits = {
  maxDepth: 500,
  maxKeys: 100_000,
  maxValues: 80_000,
  maxShapes: 12_000,
};

/** The same for what a model writes, which is answered however deep it is. */
export const MODEL_JSON: JsonLimits = { ...PARSED, maxDepth: 100_000 };

/** As `JSON.parse`; rejects with {@link TooMuchJson} what holds more than would be quick to parse. */
export function parsePlainJson(text: string): unknown {
  requireWithin(text, PARSED);
  return JSON.parse(text) as unknown;
}

/** As {@link parsePlainJson}, with {@link ExactNumber} where a double would lose digits; one pass more for others. */
export function parseJson(text: string, limits = PARSED): unknown {
  requireWithin(text, limits);
  return parseWhole(text);
}

/** What a text holds as JSON, as {@link parseJson} reads it; the text itself where it is none. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** What of a JSON text is beyond what is parsed, as a predicate; its bytes as Latin-1 do as well. */
export function beyondParsed(text: string): string | undefined {
  return beyondLimits(text, PARSED);
}

function requireWithin(text: string, limits: JsonLimits): void {
  const beyond = beyondLimits(text, limits);
  if (beyond !== undefined) throw new TooMuchJson(beyond);
}

/** As {@link parseJson}, however much the text holds: for what was written here, and threads that serve nobody else. */
export function parseWhole(text: string): unknown {
  const places = exactPlaces(text);
  if (places.length === 0) return JSON.parse(text) as unknown;
  let value: unknown;
  try {
    value = JSON.parse(withCarriers(text, places, SECRET)) as unknown;
  } catch {
    // Fails in the words of the text as it was sent.
    return JSON.parse(text) as unknown;
  }
  return fromCarriers(value, SECRET);
}

const WRITTEN = new RegExp(`"${SECRET}([^"]+)"`, 'g');

/** As `JSON.stringify`, with the digits of every {@link ExactNumber}. */
export function writeJson(
  value: unknown,
  replacer?: ((key: string, part: unknown) => unknown) | null,
  space?: number,
): string {
  let isPlain = true;
  const text = writingExact(
    (number) => {
      isPlain = false;
      return SECRET + number.text;
    },
    () => JSON.stringify(value, replacer ?? undefined, space),
  );
  return isPlain ? text : text.replace(WRITTEN, '$1');
}

/** As `JSON.stringify`, with each exact number as a {@link Carrier} of this key: for what must go through foreign JSON. */
export function writeCarriers(value: unknown, key: string): string {
  return writingExact(
    ({ text }) => ({ [key]: text }),
    () => JSON.stringify(value),
  );
}

/** The text with numbers that a double would change as {@link Carrier}s of this key; `close` are looked at. */
export function carryNumbers(text: string, key: string, close = MAX_CLOSE): string {
  const places = exactPlaces(text, close);
  return places.length === 0 ? text : withCarriers(text, places, key);
}

type Holder = Record<string | number, unknown>;

/** A copy of plain JSON with carriers, for a library that writes the value. */
export function carried(value: unknown): unknown {
  return JSON.parse(writeCarriers(value, EXACT));
}

/** The number that a value is, be it as a carrier; undefined for any other value. */
export function numberOf(value: unknown): number | ExactNumber | undefined {
  if (isNumber(value)) return value;
  const digits = isObject(value) ? value[EXACT] : undefined;
  return typeof digits === 'string' && JSON_NUMBER.test(digits)
    ? new ExactNumber(digits)
    : undefined;
}

/** What a library has written of a {@link carried} value, with the digits in the place of their carriers. */
export function withDigits(text: string): string {
  return text.includes(EXACT) ? writeJson(fromCarriers(JSON.parse(text), EXACT)) : text;
}

/** The value with exact numbers, or what `read` makes of them, in place of carriers: in place, without a stack. */
export function fromCarriers(
  value: unknown,
  key: string,
  read: (digits: string) => unknown = (digits) => new ExactNumber(digits),
): unknown {
  const root = { value };
  const open: Holder[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const names: Iterable<string | number> = Array.isArray(holder)
      ? holder.keys()
      : Object.keys(holder);
    for (const name of names) {
      const inner = holder[name];
      if (typeof inner !== 'object' || inner === null) continue;
      const digits = Array.isArray(inner) ? undefined : (inner as Carrier)[key];
      if (typeof digits === 'string' && JSON_NUMBER.test(digits)) holder[name] = read(digits);
      else open.push(inner as Holder);
    }
  }
  return root.value;
}

/** So many numbers are looked at closely, which takes time; what is kept of an answer is far shorter. */
const MAX_CLOSE = 4_000;

/** Start and end of each number in a JSON text that needs to be exact, one after the other. */
function exactPlaces(text: string, close = MAX_CLOSE): number[] {
  const places: number[] = [];
  const budget = { left: close };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === MINUS || isDigit(code)) {
      const start = at;
      at = endOfNumber(text, start);
      if (isLost(text, start, at, budget) && !isKey(text, at)) places.push(start, at);
      at -= 1;
    }
  }
  return places;
}

const [QUOTE, PLUS, MINUS, DOT, ZERO, COLON] = [34, 43, 45, 46, 48, 58];

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    const isPart = isDigit(code) || code === DOT || code === PLUS || code === MINUS;
    if (!isPart && code !== 69 && code !== 101) break;
  }
  return end;
}

/** Whether a double would lose digits of what stands here; what is no number is for the parser to refuse. */
function isLost(text: string, start: number, end: number, budget: { left: number }): boolean {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
  const point = pointIn(text, first, end);
  const digits = end - first;
  const startsWithZero = text.charCodeAt(first) === ZERO;
  const isPadded = point >= 0 && text.charCodeAt(end - 1) === ZERO;
  const isNegativeZero = first > start && startsWithZero;
  const isShort = digits < (point < 0 ? 16 : 17);
  if (point !== NONE_OF_THESE && isShort && !isPadded && !isNegativeZero) return false;
  if (budget.left === 0) return false;
  budget.left -= 1;
  const number = text.slice(start, end);
  if (point === NONE_OF_THESE || startsWithZero || digits > 21)
    return JSON_NUMBER.test(number) && !keepsDigits(number);
  return JSON_NUMBER.test(number) && (isPadded || String(Number(number)) !== number);
}

const NONE_OF_THESE = -2;

/** Where the point of a number of digits stands; -1 without one, -2 where it holds something else, as an exponent. */
function pointIn(text: string, start: number, end: number): number {
  let point = -1;
  for (let at = start; at < end; at += 1) {
    if (text.charCodeAt(at) === DOT && point < 0) point = at;
    else if (!isDigit(text.charCodeAt(at))) return NONE_OF_THESE;
  }
  return point;
}

function isKey(text: string, end: number): boolean {
  let next = end;
  while (text.charCodeAt(next) <= 32) next += 1;
  return text.charCodeAt(next) === COLON;
}

function withCarriers(text: string, places: readonly number[], key: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let one = 0; one < places.length; one += 2) {
    const [start, end] = [places[one], places[one + 1]];
    pieces.push(text.slice(done, start), `{"${key}":"${text.slice(start, end)}"}`);
    done = end ?? done;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

/** What {@link withDoubles} was given, by the objects and lists that it made. */
const originals = new WeakMap<object, object>();

/** The value with doubles in the place of exact numbers, `toDouble` of each; itself where it has none. */
export function withDoubles(
  value: unknown,
  toDouble: (number: ExactNumber) => unknown = nearDouble,
): unknown {
  if (value instanceof ExactNumber) return toDouble(value);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value) as [string, unknown][];
  const rounded = inner.map(([key, one]) => [key, withDoubles(one, toDouble)] as const);
  if (rounded.every(([, one], at) => one === inner[at]?.[1])) return value;
  const made = Array.isArray(value) ? rounded.map(([, one]) => one) : Object.fromEntries(rounded);
  originals.set(made, value);
  return made;
}

/** The object or list that {@link withDoubles} made this one of; itself where it holds no exact number. */
export function exactOriginal(value: object): object {
  return originals.get(value) ?? value;
}

const LARGEST_FRACTION = 2 ** 52 - 0.5;

/** A double close by, finite, and whole only where the number is: beyond 2^52 all doubles are. */
function nearDouble(number: ExactNumber): number {
  const limit = isWhole(number) ? Number.MAX_VALUE : LARGEST_FRACTION;
  const double = Math.max(-limit, Math.min(Number(number), limit));
  return isWhole(number) || !Number.isInteger(double) ? double : double + 0.5;
}
