import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { asArray, levelsOf, notDraft2020, placesIn } from './json-schema.js';

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
  if (values !== undefined && asArray(values).length === 0) return 'enum must not be empty.';
  // llama.cpp makes a grammar of it.
  if (typeof pattern === 'string' && !(pattern.startsWith('^') && pattern.endsWith('$')))
    return "JSON schema conversion failed:\nPattern must start with '^' and end with '$'";
  return COUNTS.some((key) => Number(schema[key]) >= 2_000)
    ? 'error parsing grammar: number of repetitions exceeds sane defaults'
    : undefined;
}
