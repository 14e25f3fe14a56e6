import { ExactNumber } from './exact-number.js';

/** Any value that JSON can carry. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object whose fields are not known yet. */
export type JsonObject = Record<string, unknown>;

/** True for a plain object: not null, not an array, not an {@link ExactNumber}. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}

/** What an object itself holds under a name from outside: one named `constructor` or `__proto__` may be left out. */
export function ownValue<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * The nesting depth of a parsed JSON value (a scalar is 0), without recursion, so that a value
 * 12,000 levels deep cannot exhaust the stack. Stops counting at `limit + 1`.
 */
export function jsonDepth(value: unknown, limit = Number.MAX_SAFE_INTEGER): number {
  let level: unknown[] = [value];
  let depth = 0;
  for (;;) {
    const next: unknown[] = [];
    let nested = false;
    for (const item of level) {
      if (!isObject(item) && !Array.isArray(item)) continue;
      nested = true;
      // One by one: spreading the values of a long array as arguments would exhaust the stack.
      for (const value of Object.values(item) as unknown[]) next.push(value);
    }
    if (!nested) return depth;
    depth += 1;
    if (depth > limit) return depth;
    level = next;
  }
}
