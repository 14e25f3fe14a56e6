import {
  isObject,
  type JsonObject,
  pointerKeys,
  valueAt,
} from '../../../../src/foundation/json.js';
import { choicesIn } from './branches.js';
import { withValue } from './form-fields.js';

/** Deeper schemas are filled in as JSON. */
const DEEPEST = 12;

/**
 * The schema of an operation's arguments as a form can draw it: references are followed, parts of a whole are one,
 * null is no alternative, a list of what may also stand alone neither, what has to be filled in stands first, and what no field can draw is marked `x-json`.
 */
export function drawableSchema(schema: JsonObject): JsonObject {
  return drawable(schema, schema, 0);
}

function drawable(given: unknown, root: JsonObject, depth: number): JsonObject {
  const schema = merged(isObject(given) ? given : {}, root, depth);
  if (depth > DEEPEST) return asJson(schema);
  const { type, properties, items, anyOf, oneOf } = schema;
  if (choicesIn(schema) !== undefined) return schema;
  const alternatives = [anyOf, oneOf].flatMap((some) => (Array.isArray(some) ? [some] : []));
  // Alternatives that only say which fields go together are for the server to check.
  if (alternatives.some((some) => some.some(hasShape))) return asJson(schema);
  if (isObject(properties) && Object.keys(properties).length > 0) {
    const inner = Object.entries(properties).map(
      ([name, one]) => [name, drawable(one, root, depth + 1)] as const,
    );
    const isFirst = ([name, one]: (typeof inner)[number]) =>
      listOf(schema['required']).includes(name) || listOf(one['required']).length > 0;
    const [first, then] = [inner.filter(isFirst), inner.filter((one) => !isFirst(one))];
    return { ...schema, properties: Object.fromEntries([...first, ...then]) };
  }
  if (type === 'array') {
    const item = drawable(items, root, depth + 1);
    return canList(item) ? { ...schema, items: item } : asJson(schema);
  }
  return SCALARS.includes(type) ? schema : asJson(schema);
}

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/** Of an array: several of known texts, lines of texts or numbers, and groups. */
function canList(item: JsonObject): boolean {
  const { type, properties, 'x-json': json } = item;
  const choices = choicesIn(item);
  if (choices?.every(({ value }) => typeof value === 'string')) return true;
  return json !== true && (isObject(properties) || (SCALARS.includes(type) && type !== 'boolean'));
}

function asJson({ title, description, readOnly }: JsonObject): JsonObject {
  return { title, description, readOnly, 'x-json': true };
}

function hasShape(schema: unknown): boolean {
  return isObject(schema) && Object.keys(schema).some((key) => SHAPE.has(key));
}

const SHAPE = new Set(['type', 'properties', 'items', '$ref', 'allOf', 'anyOf', 'oneOf', 'enum']);

/** The schema with what it refers to, all its parts, and its one alternative that is not null, or no list of the other. */
function merged(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  if (depth > DEEPEST) return {};
  const { $ref: reference, allOf, type, const: only, ...rest } = schema;
  const listed: unknown[] = Array.isArray(type) ? type : [type];
  const types = listed.filter((one) => one !== 'null' && one !== undefined);
  const own: JsonObject = {
    ...rest,
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(only !== undefined && { enum: [only] }),
  };
  const target = typeof reference === 'string' ? valueAt(root, reference.slice(1)) : undefined;
  const parts = [target, ...listOf(allOf)].filter(isObject);
  const whole = parts.reduce<JsonObject>(
    (sum, part) => together(merged(part, root, depth + 1), sum),
    own,
  );
  for (const key of ['anyOf', 'oneOf']) {
    const some = whole[key];
    if (!Array.isArray(some)) continue;
    const others = some.filter((one) => !isObject(one) || one['type'] !== 'null');
    // More would be followed too often where schemas refer to each other.
    if (others.length > 2 || some.length === 1) continue;
    const only = theOne(others.map((one) => merged(isObject(one) ? one : {}, root, depth + 1)));
    if (only === undefined) continue;
    const { [key]: _, ...beside } = whole;
    return together(only, beside);
  }
  return whole;
}

/** The only alternative; of an object or a list, the object. */
function theOne(alternatives: readonly JsonObject[]): JsonObject | undefined {
  if (alternatives.length === 1) return alternatives[0];
  const object = alternatives.find(({ properties }) => isObject(properties));
  const isOneOrMany = alternatives.every((one) => one === object || one['type'] === 'array');
  return isOneOrMany ? object : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Two parts of one schema; where both say something, the second counts, and all that either needs is needed. */
function together(one: JsonObject, other: JsonObject): JsonObject {
  const fields = [one['properties'], other['properties']].filter(isObject);
  const required = [...listOf(one['required']), ...listOf(other['required'])];
  return {
    ...one,
    ...other,
    ...(fields.length > 0 && { properties: Object.assign({}, ...fields) as JsonObject }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** A value of an operation's form, as the event `operation_form` has it. */
export interface GivenValue {
  /** A JSON pointer into the arguments. */
  path: string;
  value: unknown;
}

/** What a form begins with: the values that are known, and the objects that have to be there. */
export function argumentsFrom(values: readonly GivenValue[], schema: JsonObject): JsonObject {
  const filled = values.reduce<unknown>(
    (whole, { path, value }) => withValue(whole, pointerKeys(path), value),
    {},
  );
  return tidyArguments(isObject(filled) ? filled : {}, schema);
}

/** The arguments with another value in one place; undefined takes it away. */
export function withArgument(
  whole: JsonObject,
  path: readonly string[],
  value: unknown,
  schema: JsonObject,
): JsonObject {
  const next = withValue(whole, path, value);
  return tidyArguments(isObject(next) ? next : {}, schema);
}

/** Without objects in which nothing was filled in, but with those that the operation needs, empty. */
function tidyArguments(value: JsonObject, schema: JsonObject): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = [...Object.keys(value), ...Object.keys(properties)];
  const entries = [...new Set(names)].flatMap((name): [string, unknown][] => {
    const inner = tidy(own(value, name), own(properties, name), required.includes(name));
    return inner === undefined ? [] : [[name, inner]];
  });
  return Object.fromEntries(entries);
}

function tidy(value: unknown, given: unknown, isNeeded: boolean): unknown {
  const schema = isObject(given) ? given : {};
  const { properties, items } = schema;
  if (Array.isArray(value) && isObject(items) && isObject(items['properties'])) {
    return value.map((item: unknown) => (isObject(item) ? tidyArguments(item, items) : item));
  }
  if (!isObject(properties) || (value !== undefined && !isObject(value))) return value;
  const inner = tidyArguments(value ?? {}, schema);
  return isNeeded || Object.keys(inner).length > 0 ? inner : undefined;
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
