import { isObject, type JsonObject } from '../../../foundation/json.js';

/** True when a value is of the JSON Schema type; a whole number is an `integer` and a `number`. */
export function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

/**
 * `enum` and `const` of texts become an `enum`; Gemini has none for other types, so there the values
 * are told in the description.
 */
export function rewriteEnum(result: JsonObject, schema: JsonObject): JsonObject {
  const given = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  const type = String(result['type']);
  const values = Array.isArray(given) ? given.filter((value) => hasType(value, type)) : [];
  if (values.length === 0) return withoutEnumFormat(result);
  if (type === 'string') return { ...result, enum: values };
  const told = `One of: ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  const description = [result['description'], told].filter(Boolean).join(' ');
  return { ...result, description };
}

/** The format `enum` without values is refused. */
function withoutEnumFormat(result: JsonObject): JsonObject {
  if (result['format'] !== 'enum') return result;
  const { format: _format, ...rest } = result;
  return rest;
}
