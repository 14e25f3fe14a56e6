import { defined } from '../../../../foundation/defined.js';
import { numberOf } from '../../../../foundation/exact-json.js';
import { isWhole, numberIn } from '../../../../foundation/exact-number.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { typesOf } from './schema.js';

/** True for a value of one of the types; no types are all of them. */
export function isOfType(value: unknown, types: readonly string[]): boolean {
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

/**
 * `type`, `enum`, `const` and `default` of a schema, brought together: documents write `enum: [1, 2]` under
 * `type: string`, and as it stands no value would be valid. Where no value can have the type, the values count.
 */
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
