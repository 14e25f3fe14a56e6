import { isObject, type JsonObject, requiredOf } from '../../foundation/json.js';
import type { Tool } from '../tool.js';

const MAX_CHARS = 1500;
const MAX_DEPTH = 4;
const MAX_ENUM = 12;
const NAME = /^[A-Za-z_$][\w$]{0,63}$/;

/** A tool as a script calls it: `tools.list_orders(args: { page?: number }): Promise<any>`. */
export function signatureOf({ name, inputSchema, effect }: Tool): string {
  const args = typeText(inputSchema);
  const isOptional = requiredOf(inputSchema).length === 0;
  const known = args.length > MAX_CHARS ? 'object' : args;
  const result = effect === 'read' ? 'any' : '{ ref: string }';
  return `tools.${name}(args${isOptional ? '?' : ''}: ${known}): Promise<${result}>`;
}

/** A JSON Schema as a TypeScript type, as far as one can say it; `any` for the rest. */
function typeText(schema: unknown, depth = 0): string {
  if (!isObject(schema) || depth > MAX_DEPTH) return 'any';
  const { type, enum: values, anyOf, oneOf } = schema;
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(values) && values.length <= MAX_ENUM)
    return values.map((one) => JSON.stringify(one)).join(' | ');
  const choices = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(choices) && type === undefined) return union(choices, depth);
  if (Array.isArray(type))
    return union(
      type.map((one: unknown) => ({ ...schema, type: one })),
      depth,
    );
  if (type === 'integer') return 'number';
  if (type === 'array') return `${typeText(schema['items'], depth + 1)}[]`;
  if (type === 'object' || isObject(schema['properties'])) return objectText(schema, depth);
  return typeof type === 'string' ? type : 'any';
}

function union(schemas: readonly unknown[], depth: number): string {
  const all = new Set(schemas.map((one) => typeText(one, depth + 1)));
  return all.size === 1 ? [...all].join('') : `(${[...all].join(' | ')})`;
}

function objectText(schema: JsonObject, depth: number): string {
  const { properties } = schema;
  if (!isObject(properties)) return 'object';
  const needed = requiredOf(schema);
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = NAME.test(name) ? name : JSON.stringify(name);
    return `${key}${needed.includes(name) ? '' : '?'}: ${typeText(schema, depth + 1)}`;
  });
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`;
}
