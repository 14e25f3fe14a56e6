import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { unescapePart } from '../../../foundation/json-pointer.js';
import { hasType, rewriteEnum } from './rewrite-enum.js';
import { copyAllowed } from './schema-keys.js';

/** Deeper than any tool's input; past it a schema that refers to itself is cut. */
const MAX_DEPTH = 12;

/**
 * A tool's JSON Schema in the subset that Gemini understands: one unknown key would fail the whole
 * request. `$ref` is put in place, `allOf` merged, `oneOf` and several types become `anyOf`, `null`
 * becomes `nullable`, `const` becomes `enum`; what cannot be said is left out, as the arguments are
 * checked against the full schema when the tool is called. The schema given is not changed.
 */
export function cleanSchema(schema: JsonObject): JsonObject {
  return clean(schema, { root: schema, depth: 0, refs: [] });
}

interface Place {
  root: JsonObject;
  depth: number;
  /** The references that led here; one that comes again is cut. */
  refs: readonly string[];
}

function clean(schema: unknown, place: Place): JsonObject {
  if (place.depth > MAX_DEPTH) return { type: 'object' };
  const below = { ...place, depth: place.depth + 1 };
  const merged = flatten(isObject(schema) ? schema : {}, below);
  const choices = alternatives(merged);
  if (choices !== undefined) return anyOf(merged, choices, below);
  const { types, nullable } = typesOf(merged);
  // Several types become a list of alternatives, which is a level of its own.
  const inside = types.length > 1 ? { ...below, depth: below.depth + 1 } : below;
  if (inside.depth > MAX_DEPTH + 1) return { type: 'object' };
  const variants = types.map((type) => single(merged, type, inside));
  const [only, ...others] = variants;
  const result =
    only !== undefined && others.length === 0
      ? only
      : { ...texts(merged), anyOf: variants.map(withoutTexts) };
  return nullable ? { ...result, nullable: true } : result;
}

/** One type with the keys that belong to it. */
function single(schema: JsonObject, type: string, below: Place): JsonObject {
  const result: JsonObject = { type, ...copyAllowed(schema, type) };
  if (type === 'array') result['items'] = clean(itemsOf(schema), below);
  if (type === 'object') Object.assign(result, properties(schema, below));
  return rewriteEnum(result, schema);
}

/** Without properties none is named: Gemini refuses an empty list of them. */
function properties(schema: JsonObject, below: Place): JsonObject {
  const given = isObject(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(given);
  if (names.length === 0) return {};
  const required = asArray(schema['required']).filter((name) => names.includes(String(name)));
  return {
    properties: Object.fromEntries(names.map((name) => [name, clean(given[name], below)])),
    ...defined({ required: required.length === 0 ? undefined : required }),
  };
}

/** A tuple's first item stands for all; anything goes where nothing is said. */
function itemsOf(schema: JsonObject): unknown {
  const { items, prefixItems } = schema;
  if (isObject(items)) return items;
  return (
    asArray(items)[0] ??
    asArray(prefixItems)[0] ?? { type: ['string', 'number', 'boolean', 'object'] }
  );
}

/** The alternatives of `anyOf` or `oneOf`, when there are any. */
function alternatives(schema: JsonObject): unknown[] | undefined {
  return [schema['anyOf'], schema['oneOf']].map(asArray).find((list) => list.length > 0);
}

/** Each alternative gets what stands beside the list; `null` among them becomes `nullable`. */
function anyOf(schema: JsonObject, choices: readonly unknown[], below: Place): JsonObject {
  const { anyOf: _any, oneOf: _one, title: _title, description: _text, ...beside } = schema;
  const real = choices.filter((choice) => !isNull(choice));
  const variants = real.map((choice) =>
    withoutNullable(clean(merge(beside, isObject(choice) ? choice : {}), below)),
  );
  const nullable = real.length < choices.length || variants.some(({ wasNullable }) => wasNullable);
  const [only, ...others] = variants.map(({ schema: variant }) => variant);
  if (only === undefined) return { type: 'string', ...texts(schema), nullable: true };
  const result =
    others.length === 0
      ? { ...only, ...texts(schema) }
      : { ...texts(schema), anyOf: [only, ...others] };
  return nullable ? { ...result, nullable: true } : result;
}

function withoutNullable(schema: JsonObject): { schema: JsonObject; wasNullable: boolean } {
  const { nullable, ...rest } = schema;
  return { schema: rest, wasNullable: nullable === true };
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && (schema['type'] === 'null' || schema['const'] === null);
}

function texts({ title, description }: JsonObject): JsonObject {
  return defined({
    title: typeof title === 'string' ? title : undefined,
    description: typeof description === 'string' ? description : undefined,
  });
}

function withoutTexts({
  title: _title,
  description: _description,
  ...rest
}: JsonObject): JsonObject {
  return rest;
}

/** The types a value may have; guessed from the other keys when none is named. */
function typesOf(schema: JsonObject): { types: string[]; nullable: boolean } {
  const named = asArray(schema['type']).length > 0 ? asArray(schema['type']) : [schema['type']];
  const known = named.filter((type): type is string => typeof type === 'string');
  const types = known.filter((type) => type !== 'null');
  const nullable =
    known.length > types.length ||
    schema['nullable'] === true ||
    asArray(schema['enum']).includes(null);
  return { types: types.length > 0 ? types : guess(schema), nullable };
}

function guess(schema: JsonObject): string[] {
  const isObjectSchema = [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
  ];
  if (isObjectSchema.some((key) => schema[key] !== undefined)) return ['object'];
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return ['array'];
  const values = schema['const'] === undefined ? asArray(schema['enum']) : [schema['const']];
  const found = ['string', 'integer', 'number', 'boolean', 'object', 'array'].filter((type) =>
    values.some((value) => hasType(value, type)),
  );
  const fractions = values.some((value) => typeof value === 'number' && !Number.isInteger(value));
  if (found.length > 0) {
    return found.filter((type) => type !== (fractions ? 'integer' : 'number'));
  }
  return ['string', 'number', 'boolean', 'object'];
}

/**
 * The schema with what its local `$ref` points to and all of its `allOf` in one; a reference that leads
 * nowhere means anything, one that leads back is cut. Notes the references followed in `place`.
 */
function flatten(schema: JsonObject, place: Place): JsonObject {
  const { $ref: ref, allOf, ...own } = schema;
  let merged: JsonObject = {};
  if (typeof ref === 'string') {
    if (place.refs.includes(ref)) return { type: 'object' };
    place.refs = [...place.refs, ref];
    merged = flatten(target(place.root, ref), place);
  }
  const parts = asArray(allOf).filter(isObject);
  const all = parts.reduce<JsonObject>((sum, part) => merge(sum, flatten(part, place)), merged);
  return merge(all, own);
}

function target(root: JsonObject, ref: string): JsonObject {
  if (!ref.startsWith('#')) return {};
  let found: unknown = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const key = unescapePart(decodeURIComponent(part));
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return isObject(found) ? found : {};
}

/** Both at once: properties of both, required of both, and `b` where they differ. */
function merge(a: JsonObject, b: JsonObject): JsonObject {
  const merged = { ...a, ...b };
  if (isObject(a['properties']) && isObject(b['properties'])) {
    merged['properties'] = { ...a['properties'], ...b['properties'] };
  }
  const required = [...asArray(a['required']), ...asArray(b['required'])];
  if (required.length > 0) merged['required'] = [...new Set(required)];
  return merged;
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
