import { parseInstant } from '../../shared/instant.js';

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
