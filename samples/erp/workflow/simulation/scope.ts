import { parseInstant } from '../../shared/instant.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';

/** How two values stand to each other: below 0, 0, above 0; undefined when they cannot be ordered. */
export function compare(left: unknown, right: unknown): number | undefined {
  const order = difference(left, right, toNumber) ?? difference(left, right, toTime);
  if (order !== undefined) return order;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * True when two values mean the same: `"10"` and 10, `"true"` and true, two spellings of a time. Two
 * other texts are the same letter by letter: an article `"00123"` is not `"123"`.
 */
export function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right);
  if (typeof left === 'object' && !(left instanceof Date))
    return JSON.stringify(left) === JSON.stringify(right);
  const areTexts = typeof left === 'string' && typeof right === 'string';
  const order = areTexts ? difference(left, right, toTime) : compare(left, right);
  return order === undefined ? asText(left) === asText(right) : order === 0;
}

/** True for null and undefined. */
export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function difference(
  left: unknown,
  right: unknown,
  read: (value: unknown) => number | undefined,
): number | undefined {
  const first = read(left);
  const second = read(right);
  return first === undefined || second === undefined ? undefined : first - second;
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function toTime(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? parseInstant(value)?.getTime() : undefined;
}

/** Any value as one would write it: texts as they are, nothing as empty, objects as JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return isNothing(value) ? '' : JSON.stringify(value);
}

/** What templates and conditions can speak of while a rule is walked. */
export interface Scope {
  record: JsonObject;
  /** The record before an update, when the caller gave it. */
  previous: JsonObject | undefined;
  /** Rows that lookups found, under their output_key. */
  outputs: Map<string, JsonObject>;
  now: Date;
}

/** The value of `quantity`, `supplier.name`, `previous.status`, `today` or `now`; undefined when there is none. */
export function readField(scope: Scope, field: string): unknown {
  if (Object.hasOwn(scope.record, field)) return scope.record[field];
  const [head = '', ...rest] = field.split('.');
  if (rest.length === 0) return builtIn(scope, head);
  const root = rootOf(scope, head);
  return rest.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
}

function rootOf(scope: Scope, head: string): unknown {
  if (head === 'record') return scope.record;
  if (head === 'previous') return scope.previous;
  if (scope.outputs.has(head)) return scope.outputs.get(head);
  return Object.hasOwn(scope.record, head) ? scope.record[head] : undefined;
}

function builtIn({ now }: Scope, name: string): unknown {
  if (name === 'now') return now.toISOString();
  if (name === 'today') return now.toISOString().slice(0, 10);
  return undefined;
}

const TEMPLATE = /\{\{\s*([^{}]+?)\s*\}\}/g;
const WHOLE_TEMPLATE = /^\{\{\s*([^{}]+?)\s*\}\}$/;

/** A config value with its templates filled in: `{{quantity}}` alone keeps its type; inside a text it becomes text. */
export function resolve(scope: Scope, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const whole = WHOLE_TEMPLATE.exec(value);
  return whole === null ? render(scope, value) : readField(scope, whole[1] ?? '');
}

/** A text with its templates filled in; what is not known stays as it is written. */
export function render(scope: Scope, text: string): string {
  return text.replace(TEMPLATE, (written, field: string) => {
    const value = readField(scope, field);
    if (value === undefined || value === null) return written;
    return asText(value);
  });
}
