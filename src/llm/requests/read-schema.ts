import { isObject, type JsonObject } from '../../foundation/json.js';
import { valueAt } from '../../foundation/json-pointer.js';
import type { SchemaType } from './api-rules.js';

// JSON Schema as tools have it, of any draft: references followed, parts merged, types found.

/** One schema without `$ref` and `allOf`, and the references that led to it. */
export interface FlatSchema {
  schema: JsonObject;
  refs: readonly string[];
}

/**
 * The schema with what its local `$ref` leads to and all of its `allOf` in one. A reference that leads nowhere
 * means anything; one of `refs`, which led here, would lead on for ever, and is told in words.
 */
export function flatten(given: unknown, root: JsonObject, refs: readonly string[]): FlatSchema {
  const followed = new Set<string>();
  const collect = (part: unknown): JsonObject => {
    const { $ref: ref, allOf, ...own } = isObject(part) ? part : {};
    let merged: JsonObject = {};
    if (typeof ref === 'string' && !followed.has(ref)) {
      followed.add(ref);
      const target = targetOf(root, ref);
      merged = refs.includes(ref) ? likeAbove(ref, target) : collect(target);
    }
    for (const one of asArray(allOf)) merged = merge(merged, collect(one));
    return merge(merged, own);
  };
  const schema = collect(given);
  return { schema, refs: [...refs, ...followed] };
}

function targetOf(root: JsonObject, ref: string): JsonObject {
  if (!ref.startsWith('#')) return {};
  let pointer = ref.slice(1);
  try {
    pointer = decodeURIComponent(pointer);
  } catch {
    // Not encoded: the names are as they stand.
  }
  const found = valueAt(root, pointer);
  return isObject(found) ? found : {};
}

function likeAbove(ref: string, { type = 'object' }: JsonObject): JsonObject {
  const name = ref.split('/').at(-1) ?? '';
  const place = name === '#' ? 'the arguments as a whole' : `"${name}" above`;
  return { type, description: `With the same fields as ${place}.` };
}

/** Both at once: the properties and what is required of both, and `b` where they differ. */
export function merge(a: JsonObject, b: JsonObject): JsonObject {
  const merged = { ...a, ...b };
  const { properties: ours, anyOf, oneOf } = a;
  const theirs = b['properties'];
  if (isObject(ours) && isObject(theirs)) {
    const both = Object.keys(theirs).filter((name) => Object.hasOwn(ours, name));
    const joined = both.map((name) => [name, { allOf: [ours[name], theirs[name]] }] as const);
    merged['properties'] = { ...ours, ...theirs, ...Object.fromEntries(joined) };
  }
  const required = [...asArray(a['required']), ...asArray(b['required'])];
  if (required.length > 0) merged['required'] = required;
  // Two lists of alternatives, of which both hold: the second is asked for within the first.
  if (anyOf && b['anyOf'] && !merged['oneOf']) merged['oneOf'] = anyOf;
  if (oneOf && b['oneOf'] && !merged['anyOf']) merged['anyOf'] = oneOf;
  return merged;
}

/** The alternatives of `anyOf` or `oneOf`, each with what stands beside them; undefined where there are none. */
export function alternativesOf(schema: JsonObject): JsonObject[] | undefined {
  const key = ['anyOf', 'oneOf'].find((name) => asArray(schema[name]).length > 0);
  if (key === undefined) return undefined;
  const { [key]: choices, title: _title, description: _text, default: _value, ...beside } = schema;
  const possible = asArray(choices).filter((choice) => choice !== false);
  return possible.map((choice) => ({ allOf: [beside, choice] }));
}

/** True for a schema of nothing but null. */
export function isNull(schema: JsonObject): boolean {
  const { type, const: value, enum: values } = schema;
  const only = Array.isArray(values) && values.length > 0 && values.every((one) => one === null);
  return type === 'null' || value === null || only;
}

/** What stands where nothing is said. */
const ANYTHING: SchemaType[] = ['string', 'number', 'boolean', 'object', 'array'];
const NAMED: readonly string[] = [...ANYTHING, 'integer'];

/** The types that a value may have, besides null; guessed from the other keywords when none is named. */
export function typesOf(schema: JsonObject): { types: SchemaType[]; nullable: boolean } {
  const { type, nullable } = schema;
  const named = [type].flat().map((name) => String(name).toLowerCase());
  const types = NAMED.filter((name): name is SchemaType => named.includes(name));
  const isNullable =
    named.includes('null') || nullable === true || asArray(schema['enum']).includes(null);
  return { types: types.length > 0 ? types : guessed(schema), nullable: isNullable };
}

const OBJECT_KEYWORDS = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
];

function guessed(schema: JsonObject): SchemaType[] {
  if (OBJECT_KEYWORDS.some((key) => schema[key] !== undefined)) return ['object'];
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return ['array'];
  const values = valuesOf(schema) ?? [];
  const found = ANYTHING.filter((type) => values.some((value) => hasType(value, type)));
  const isWhole = !values.some((value) => typeof value === 'number' && !Number.isInteger(value));
  const types = found.map((type) => (type === 'number' && isWhole ? 'integer' : type));
  return types.length > 0 ? types : ANYTHING;
}

/** More than a model can be told. */
const MAX_VALUES = 1_000;

/** The values of `const` or `enum`, each once; undefined where any may come. */
export function valuesOf(schema: JsonObject): unknown[] | undefined {
  const { const: only, enum: values } = schema;
  const given: unknown = only === undefined ? values : [only];
  if (!Array.isArray(given)) return undefined;
  const known = new Set<string>();
  return (given as unknown[]).slice(0, MAX_VALUES).filter((value) => {
    const text = JSON.stringify(value);
    return !known.has(text) && known.add(text);
  });
}

/** True when a value is of the type; a whole number is an `integer` and a `number`. */
export function hasType(value: unknown, type: SchemaType): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

/** The value, or none where it is no list. */
export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
