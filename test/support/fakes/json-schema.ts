import { Ajv2020 } from 'ajv/dist/2020.js';
import { asList, isObject, type JsonObject } from '../../../src/foundation/json.js';

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
interface SchemaPlace {
  schema: JsonObject;
  path: readonly string[];
  level: number;
}

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', '$defs', 'definitions', 'patternProperties'];
const SINGLE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'];

/** All schemas of a schema, itself first. */
export function* placesIn(
  schema: unknown,
  path: readonly string[] = [],
  level = 1,
): Generator<SchemaPlace> {
  if (!isObject(schema)) return;
  yield { schema, path, level };
  for (const key of [...LISTS, ...MAPS])
    for (const [name, one] of Object.entries(schema[key] ?? {}))
      yield* placesIn(one, [...path, key, name], level + 1);
  for (const key of SINGLE) yield* placesIn(schema[key], [...path, key], level + 1);
}

/** The schemas that stand within each other, at most. */
export function levelsOf(schema: unknown): number {
  return Math.max(0, ...[...placesIn(schema)].map(({ level }) => level));
}

const ROOT = ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not'];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

/** What OpenAI, or a server that speaks its API, refuses in a function's parameters. */
export function openAiSchemaFault(name: string, parameters: unknown): string | undefined {
  const invalid = `Invalid schema for function '${name}': `;
  if (!isObject(parameters)) return `${invalid}schema must be a JSON Schema of 'type: "object"'.`;
  if (parameters['type'] !== 'object' || ROOT.some((key) => parameters[key] !== undefined))
    return `${invalid}schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`;
  const draft = notDraft2020(parameters);
  if (draft !== undefined) return invalid + draft;
  if (parameters['properties'] === undefined)
    return `${invalid}In context=(), object schema missing properties.`;
  for (const { schema, path } of placesIn(parameters)) {
    const fault = schemaFault(schema);
    if (fault !== undefined) return `${invalid}In context=(${path.join(', ')}), ${fault}`;
  }
  return levelsOf(parameters) > 10
    ? 'JSON schema exceeds the maximum nesting depth of 10 levels'
    : undefined;
}

function schemaFault(schema: JsonObject): string | undefined {
  const { type, items, pattern, enum: values, $ref } = schema;
  if ($ref !== undefined) return 'recursive or unknown reference: not every server follows it.';
  if (type === undefined && schema['anyOf'] === undefined) return "schema must have a 'type' key.";
  if ([type].flat().includes('array') && items === undefined) return 'array schema missing items.';
  if (values !== undefined && asList(values).length === 0) return 'enum must not be empty.';
  // llama.cpp makes a grammar of it.
  if (typeof pattern === 'string' && !(pattern.startsWith('^') && pattern.endsWith('$')))
    return "JSON schema conversion failed:\nPattern must start with '^' and end with '$'";
  return COUNTS.some((key) => Number(schema[key]) >= 2_000)
    ? 'error parsing grammar: number of repetitions exceeds sane defaults'
    : undefined;
}
