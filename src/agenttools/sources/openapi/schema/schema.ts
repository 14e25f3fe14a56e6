import type { JsonObject } from '../../../../foundation/json.js';
import { numberOf } from '../../../../foundation/exact-json.js';
import { MAX_STEP_DIGITS, toDecimal } from '../../../../foundation/exact-number.js';
import { isCheckedFormat } from '../checks/formats.js';

/** A JSON Schema of draft 2020-12; `true` takes anything. */
export type Schema = JsonObject | boolean;

const isText = (value: unknown): boolean => typeof value === 'string';
/** With as many digits as a check can afford; with more nobody means them. */
const isNumber = (value: unknown): boolean => {
  const number = numberOf(value);
  if (number === undefined || number === Infinity || number === -Infinity) return false;
  const { digits, exponent } = toDecimal(String(number));
  return digits.length <= MAX_STEP_DIGITS && Number.isSafeInteger(exponent);
};
const isPositive = (value: unknown): boolean =>
  isNumber(value) && toDecimal(String(numberOf(value))).sign > 0;
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** Keywords that mean the same in every dialect, each with what makes its value usable. */
const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  description: isText,
  deprecated: isFlag,
  multipleOf: isPositive,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
  minProperties: isCount,
  maxProperties: isCount,
  minContains: isCount,
  maxContains: isCount,
};

/**
 * The keywords of a schema that need no conversion. What a document gets wrong (`maxLength: "20"`) is left
 * out, so that what comes out always compiles. A `pattern` is kept for the model as `x-pattern` and is not
 * checked: a document's regular expression may take exponential time.
 */
export function plainKeywords(schema: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [keyword, usable] of Object.entries(PLAIN)) {
    const value = schema[keyword];
    if (value !== undefined && usable(value)) kept[keyword] = value;
  }
  const { format, pattern } = schema;
  if (typeof format === 'string') kept[isCheckedFormat(format) ? 'format' : 'x-format'] = format;
  if (typeof pattern === 'string') kept['x-pattern'] = pattern;
  return { ...kept, ...bounds(schema) };
}

/** `exclusiveMinimum: true` beside `minimum` (3.0) and as a number of its own (3.1). */
function bounds(schema: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [inclusive, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (isNumber(schema[exclusive])) kept[exclusive] = schema[exclusive];
    if (!isNumber(schema[inclusive])) continue;
    kept[schema[exclusive] === true ? exclusive : inclusive] = schema[inclusive];
  }
  return kept;
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** The types a schema names, in either dialect; none when it names none that there is. */
export function typesOf(schema: JsonObject): string[] {
  const named: unknown[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  const known = named.filter((type): type is string => typeof type === 'string' && TYPES.has(type));
  return [...new Set(known)];
}
