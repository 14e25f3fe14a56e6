import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';

// What the APIs refuse that take JSON Schema for tools. docs/providers.md has the source of each rule.

const ajv = new Ajv2020({ strict: false, logger: false });

/** Why a schema is none of draft 2020-12, whatever it calls itself; undefined for one that is. */
export function notDraft2020({ $schema: _draft, ...schema }: JsonObject): string | undefined {
  return ajv.validateSchema(schema) === true ? undefined : ajv.errorsText(ajv.errors);
}

/** Whether a schema does not take a value. */
export function isNoCall(schema: JsonObject, value: unknown): boolean {
  return !ajv.validate(schema, value);
}

/** One schema within another, and how deep. */
export interface SchemaPlace {
  schema: JsonObject;
  path: readonly string[];
}

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', '$defs', 'definitions', 'patternProperties'];
const SINGLE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'];

/** All schemas of a schema, itself first. */
export function* placesIn(schema: unknown, path: readonly string[] = []): Generator<SchemaPlace> {
  if (!isObject(schema)) return;
  yield { schema, path };
  for (const key of LISTS)
    for (const [at, one] of asArray(schema[key]).entries())
      yield* placesIn(one, [...path, key, String(at)]);
  for (const key of MAPS)
    for (const [name, one] of Object.entries(isObject(schema[key]) ? schema[key] : {}))
      yield* placesIn(one, [...path, key, name]);
  for (const key of SINGLE) yield* placesIn(schema[key], [...path, key]);
}

/** The schemas that stand within each other, at most. */
export function levelsOf(schema: unknown): number {
  if (!isObject(schema)) return 0;
  const below = [
    ...LISTS.flatMap((key) => asArray(schema[key])),
    ...MAPS.flatMap((key) => (isObject(schema[key]) ? Object.values(schema[key]) : [])),
    ...SINGLE.map((key) => schema[key]),
  ];
  return 1 + Math.max(0, ...below.map(levelsOf));
}

/** The value, or none where it is no list. */
export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
