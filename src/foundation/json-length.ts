import { ExactNumber } from './exact-number.js';
import type { JsonObject } from './json.js';

/**
 * The characters of a value's compact JSON, or some number above `limit` where there are more: what is longer is not
 * looked at to its end. 0 for undefined.
 */
export function jsonLength(value: unknown, limit: number): number {
  if (value === undefined) return 0;
  if (typeof value === 'string')
    return value.length > limit ? value.length + 2 : JSON.stringify(value).length;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  if (value instanceof ExactNumber) return value.text.length;
  return Array.isArray(value) ? listLength(value, limit) : objectLength(value as JsonObject, limit);
}

function listLength(list: readonly unknown[], limit: number): number {
  let length = 2;
  for (let at = 0; at < list.length && length <= limit; at += 1)
    length += (at === 0 ? 0 : 1) + jsonLength(list[at] ?? null, limit - length);
  return length;
}

function objectLength(object: JsonObject, limit: number): number {
  let length = 2;
  let fields = 0;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    length += (fields === 0 ? 1 : 2) + jsonLength(key, limit - length);
    length += jsonLength(value, limit - length);
    fields += 1;
    if (length > limit) break;
  }
  return length;
}
