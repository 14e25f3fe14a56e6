import { isObject, type JsonObject } from '../../foundation/json.js';

/** Which fields of objects are filled. */
export type Fill = 'required' | 'all';

const MAX_DEPTH = 6;

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '6f6b3c1e-5f0a-4a6e-9a3d-0c7b5e2f8d41',
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
};

/**
 * A value that a JSON Schema most likely takes: its own example, default or first choice, else the smallest of its
 * type. Whether it does is for the schema's check to say; patterns are not read.
 */
export function sampleValue(
  schema: unknown,
  fill: Fill,
  root: unknown = schema,
  depth = 0,
): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  const stated = statedIn(schema);
  if (stated !== undefined) return stated;
  const next = alternativeIn(schema, root);
  if (next !== undefined) return sampleValue(next, fill, root, depth + 1);
  switch (typeOf(schema)) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return sampleList(schema, fill, root, depth);
    default:
      return sampleObject(schema, fill, root, depth);
  }
}

function statedIn({ const: fixed, enum: choices, examples, default: usual }: JsonObject): unknown {
  if (fixed !== undefined) return fixed;
  if (Array.isArray(choices)) return choices[0] as unknown;
  if (Array.isArray(examples)) return examples[0] as unknown;
  return usual;
}

/** What a schema refers to, or the first of its alternatives. */
function alternativeIn(schema: JsonObject, root: unknown): unknown {
  const { $ref: ref, anyOf, oneOf, allOf } = schema;
  if (typeof ref === 'string') return referred(ref, root);
  const choices = [anyOf, oneOf].find(Array.isArray) as unknown[] | undefined;
  if (choices !== undefined) return { ...withoutChoices(schema), ...(choices[0] as JsonObject) };
  if (!Array.isArray(allOf)) return undefined;
  return Object.assign(withoutChoices(schema), ...(allOf as JsonObject[])) as JsonObject;
}

function withoutChoices(schema: JsonObject): JsonObject {
  const { anyOf: _any, oneOf: _one, allOf: _all, ...rest } = schema;
  return rest;
}

/** Follows `#/$defs/name` within the whole schema. */
function referred(ref: string, root: unknown): unknown {
  const steps = ref.replace(/^#\/?/, '').split('/');
  return steps.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), root) ?? {};
}

function typeOf({ type, properties, items }: JsonObject): unknown {
  if (Array.isArray(type)) return type.find((one) => one !== 'null');
  if (type !== undefined) return type;
  if (properties !== undefined) return 'object';
  return items === undefined ? 'string' : 'array';
}

function sampleText({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === 'string' ? FORMATS[format] : undefined;
  if (known !== undefined) return known;
  const text = 'sample'.padEnd(Number(minLength ?? 0), 'x');
  return text.slice(0, Number(maxLength ?? text.length));
}

function sampleNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: JsonObject): number {
  const least = Math.max(Number(minimum ?? 1), Number(exclusiveMinimum ?? 0) + 1);
  const step = Number(multipleOf ?? 1);
  return Math.min(Math.ceil(least / step) * step, Number(maximum ?? Infinity));
}

function sampleList(schema: JsonObject, fill: Fill, root: unknown, depth: number): unknown[] {
  const least = Number(schema['minItems'] ?? 0);
  const length = fill === 'all' ? Math.max(1, least) : least;
  const item = sampleValue(schema['items'], fill, root, depth + 1);
  return Array.from({ length }, () => item);
}

function sampleObject(schema: JsonObject, fill: Fill, root: unknown, depth: number): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  const names = fill === 'all' ? Object.keys(properties) : required;
  return Object.fromEntries(
    names.map((name) => [name, sampleValue(properties[name], fill, root, depth + 1)]),
  );
}
