import type { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../../../../foundation/json.js';

/** Puts a `multipleOf` and a `uniqueItems` in place of Ajv's: exact, and in linear time. */
export function addExactKeywords(ajv: Ajv2020): void {
  ajv.removeKeyword('multipleOf').addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultiple(value, step),
    error: { message: ({ schema }) => `must be a multiple of ${String(schema)}` },
  });
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isAsked: boolean, list: unknown[]) =>
      !isAsked || new Set(list.map(canonical)).size === list.length,
    error: { message: 'must not have the same item twice' },
  });
}

/** By the decimals that are written: 19.99 is a multiple of 0.01, though it is none of the nearest binary fraction. */
export function isMultiple(value: number, step: number): boolean {
  const [digits, exponent] = decimal(value);
  const [stepDigits, stepExponent] = decimal(step);
  const shared = Math.min(exponent, stepExponent);
  const scaled = digits * 10n ** BigInt(exponent - shared);
  return scaled % (stepDigits * 10n ** BigInt(stepExponent - shared)) === 0n;
}

/** The digits of a number and the power of ten they are multiplied with. */
function decimal(value: number): [digits: bigint, exponent: number] {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

/** The same text for equal values, whatever the order of their fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}
