import type { Ajv2020 } from 'ajv/dist/2020.js';
import { exactOriginal, numberOf } from '../foundation/exact-json.js';
import { toDecimal } from '../foundation/exact-number.js';
import { isObject } from '../foundation/json.js';

/** Puts a `uniqueItems` in the place of Ajv's that takes linear time. */
export function addUniqueItems(ajv: Ajv2020): void {
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isAsked: boolean, list: unknown[]) =>
      !isAsked || new Set((exactOriginal(list) as unknown[]).map(canonical)).size === list.length,
    error: { message: 'must not have the same item twice' },
  });
}

/** The same text for equal values, whatever the order of their fields and the notation of their numbers. */
export function canonical(value: unknown): string {
  const number = numberOf(value);
  if (number !== undefined) {
    const { sign, digits, exponent } = toDecimal(String(number));
    return `${sign < 0 ? '-' : ''}${digits}e${exponent}`;
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}
