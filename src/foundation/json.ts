import { ExactNumber } from './exact-number.js';

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

/** The object itself; of anything else one without fields. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The list itself; of anything else one without items. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What an object itself holds under a name from outside: one named `constructor` or `__proto__` may be left out. */
export function ownValue<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The depth of a parsed value (a scalar is 0), without recursion; counts to `limit + 1`. */
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

// JSON pointers (RFC 6901): `/actions/0/a~1b`.

export function escapePart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The keys of a pointer; none for the whole, which is the empty text. */
export function pointerKeys(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapePart);
}

/** An item of a list by its place, or an object's own field; undefined where there is none. */
export function partAt(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function valueAt(whole: unknown, pointer: string): unknown {
  return pointerKeys(pointer).reduce(partAt, whole);
}

/** JSON in which the order of keys makes no difference. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (!isObject(part)) return part;
    const names = Object.keys(part).sort();
    // Entries keep a key like `__proto__` a plain key.
    return Object.fromEntries(names.map((name) => [name, part[name]]));
  });
}

/** The characters of a value's compact JSON, or some number above `limit`; 0 for undefined. */
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

/** A value of JSON with each of its texts changed; keys, and all that is no text, stay. */
export function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]);
  return Object.fromEntries(entries);
}

/** The schemas of the fields that a JSON Schema names itself. */
export function propertiesOf({ properties }: JsonObject): JsonObject {
  return asObject(properties);
}

/** The names of the fields that a JSON Schema itself requires. */
export function requiredOf({ required }: JsonObject): string[] {
  return asList(required).filter((name) => typeof name === 'string');
}

/** A JSON Schema of a text; of 1 (or `minLength`) to so many characters where that is said. */
export function textProperty(description: string, maxLength?: number, minLength = 1): JsonObject {
  const length = maxLength === undefined ? {} : { minLength, maxLength };
  return { type: 'string', ...length, description };
}

export function flagProperty(description: string): JsonObject {
  return { type: 'boolean', description };
}

/** A JSON Schema of one of these texts. */
export function choiceProperty(values: readonly string[], description: string): JsonObject {
  return { type: 'string', enum: [...values], description };
}

/** A JSON Schema of how many there are to be: "How many passages to return", from 1. */
export function countProperty(what: string, fallback: number, maximum: number): JsonObject {
  const description = `${what} (default ${fallback}).`;
  return { type: 'integer', minimum: 1, maximum, default: fallback, description };
}

/** A JSON Schema of a whole number from `minimum` on, perhaps to a `maximum`. */
export function wholeProperty(description: string, minimum: number, maximum?: number): JsonObject {
  return { type: 'integer', minimum, ...(maximum !== undefined && { maximum }), description };
}

export function listProperty(description: string, items: JsonObject, maxItems: number): JsonObject {
  return { type: 'array', items, maxItems, description };
}

/** A JSON Schema of an object that may hold anything. */
export function openProperty(description: string): JsonObject {
  return { type: 'object', description, additionalProperties: true };
}

/** A JSON Schema of an object with these properties, of which some are required, and no others. */
export function closedObject(required: readonly string[], properties: JsonObject): JsonObject {
  const needed = required.length === 0 ? {} : { required };
  return { type: 'object', properties, ...needed, additionalProperties: false };
}

/** Deeper patches take the place of what they are for. */
const MAX_PATCH_DEPTH = 64;

/** RFC 7396; with `keepsNull` sent fields over stored ones, what most backends do with a PATCH of plain JSON. */
export function mergePatch(target: unknown, patch: unknown, keepsNull = false, depth = 0): unknown {
  if (!isObject(patch) || depth > MAX_PATCH_DEPTH) return patch;
  const merged = new Map(Object.entries(asObject(target)));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && !keepsNull) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value, keepsNull, depth + 1));
  }
  return Object.fromEntries(merged);
}
