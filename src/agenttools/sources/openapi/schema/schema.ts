import { type JsonObject, isObject } from '../../../../foundation/json.js';
import { numberOf } from '../../../../foundation/exact-json.js';
import {
  MAX_STEP_DIGITS,
  toDecimal,
  isWhole,
  numberIn,
} from '../../../../foundation/exact-number.js';
import { isCheckedFormat } from '../checks/formats.js';
import { defined } from '../../../../foundation/defined.js';

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

/** Without what a document gets wrong, so that it compiles. A `pattern` is not checked: it may take exponential time. */
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

/** True for a value of one of the types; no types are all of them. */
function isOfType(value: unknown, types: readonly string[]): boolean {
  return types.length === 0 || types.some((type) => isOfOneType(value, type));
}

function isOfOneType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value) && numberOf(value) === undefined;
    case 'integer': {
      const number = numberOf(value);
      return number !== undefined && isWhole(number);
    }
    case 'number':
      return numberOf(value) !== undefined;
    default:
      return typeof value === type;
  }
}

/** As one of the types where nothing is lost: 5 is "5" and "5" is 5, but "007" and "1e3" stay texts. */
export function asType(value: unknown, types: readonly string[]): unknown {
  if (isOfType(value, types)) return value;
  const written = typeof value === 'boolean' ? value : numberOf(value);
  if (written !== undefined) return types.includes('string') ? String(written) : undefined;
  if (typeof value !== 'string') return undefined;
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  const number = numberIn(value);
  const isExact = number !== undefined && String(number) === value;
  const isNumeric = types.includes('number') || types.includes('integer');
  return isExact && isOfType(number, types) && isNumeric ? number : undefined;
}

/** Brought together: under `type: string` no value of `enum: [1, 2]` is valid. Where none can have the type, the values count. */
export function typedValues(schema: JsonObject): JsonObject {
  const { const: only, default: initial } = schema;
  const { enum: list } = schema;
  const choices = Array.isArray(list) && list.length > 0 ? (list as unknown[]) : undefined;
  const named = typesOf(schema);
  // `null` among the values says that there may be none, as it does among the types.
  const mayBeNull = named.length > 0 && choices?.includes(null);
  const types = mayBeNull ? [...new Set([...named, 'null'])] : named;
  const fitting = choices?.map((one) => asType(one, types)).filter((one) => one !== undefined);
  const value = only === undefined ? undefined : asType(only, types);
  if (only !== undefined && value === undefined) return untyped(schema, types);
  if (fitting !== undefined && !hasValue(fitting) && hasValue(choices))
    return untyped(schema, types);
  // Who says by the type that there may be none means it beside an `enum` as well.
  if (types.includes('null')) fitting?.push(null);
  return defined({
    type: typeKeyword(types),
    enum: fitting && [...new Set(fitting)],
    const: value,
    default: initial === undefined ? undefined : (asType(initial, types) ?? initial),
  });
}

function hasValue(choices: unknown[] | undefined): boolean {
  return choices?.some((one) => one !== null) === true;
}

/** Without its type; `enum` beside `type: array` means the items, as no list is among its values. */
function untyped({ enum: choices, const: only, default: initial }: JsonObject, types: string[]) {
  if (types.includes('array') && choices !== undefined) {
    return defined({ type: typeKeyword(types), items: { enum: choices }, default: initial });
  }
  return defined({ enum: choices, const: only, default: initial });
}

function typeKeyword(types: readonly string[]): unknown {
  return types.length > 1 ? types : types[0];
}
