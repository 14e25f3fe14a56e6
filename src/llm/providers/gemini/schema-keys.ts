import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';

const texts = ['title', 'description', 'default', 'example'];

/** The keys Gemini knows for each type, besides those that are rewritten. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  string: [...texts, 'format', 'pattern', 'minLength', 'maxLength'],
  number: [...texts, 'format', 'minimum', 'maximum'],
  integer: [...texts, 'format', 'minimum', 'maximum'],
  boolean: texts,
  array: [...texts, 'minItems', 'maxItems'],
  object: [...texts, 'minProperties', 'maxProperties', 'propertyOrdering'],
};

/** The formats it knows; any other is refused. */
const formatsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** The keys of `schema` that Gemini knows for this type, with limits that exclude their value moved by one. */
export function copyAllowed(schema: JsonObject, type: string): JsonObject {
  const keys = keysOf[type] ?? texts;
  const kept = Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => keys.includes(key) && value !== undefined),
  );
  if (!(formatsOf[type] ?? []).includes(String(kept['format']))) delete kept['format'];
  return { ...kept, ...exclusiveLimits(schema, type) };
}

/** `exclusiveMinimum: 0` of whole numbers is `minimum: 1`; of others 0 itself is the nearest there is. */
function exclusiveLimits(schema: JsonObject, type: string): JsonObject {
  if (type !== 'integer' && type !== 'number') return {};
  const step = type === 'integer' ? 1 : 0;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return defined({
    minimum: typeof above === 'number' ? above + step : undefined,
    maximum: typeof below === 'number' ? below - step : undefined,
  });
}
