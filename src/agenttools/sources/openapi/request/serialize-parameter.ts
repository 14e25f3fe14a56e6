import { writeJson } from '../../../../foundation/exact-json.js';
import { isObject } from '../../../../foundation/json.js';
import type { OperationParameter } from '../operation.js';
import { encodeValue, scalarText } from './encode.js';

/** How one value is written: the fields of a parameter that matter for it. */
export type Styled = Pick<OperationParameter, 'name' | 'style' | 'explode'> &
  Partial<Pick<OperationParameter, 'allowReserved' | 'asJson'>>;

/** One name and value of a query or form, encoded. */
export type EncodedPair = readonly [name: string, value: string];

/** The value in a path or header, by the styles `simple`, `label` and `matrix`; `encode` is for one scalar. */
export function pathText(
  { name, style, explode, asJson }: Styled,
  value: unknown,
  encode: (text: string) => string,
): string {
  const scalar = (one: unknown): string => encode(scalarText(one));
  if (asJson) return encode(writeJson(value));
  const label = encode(name);
  if (Array.isArray(value)) {
    const items = value.map(scalar);
    if (style === 'label') return `.${items.join(explode ? '.' : ',')}`;
    if (style !== 'matrix') return items.join(',');
    return explode
      ? items.map((item) => matrixPart(label, item)).join('')
      : matrixPart(label, items.join(','));
  }
  if (isObject(value)) {
    const fields = Object.entries(value).map(([key, one]) => [encode(key), scalar(one)] as const);
    const joined = fields.map(([key, one]) => (explode ? `${key}=${one}` : `${key},${one}`));
    if (style === 'label') return `.${joined.join(explode ? '.' : ',')}`;
    if (style !== 'matrix') return joined.join(',');
    return explode
      ? fields.map(([key, one]) => matrixPart(key, one)).join('')
      : matrixPart(label, joined.join(','));
  }
  if (style === 'label') return `.${scalar(value)}`;
  return style === 'matrix' ? matrixPart(label, scalar(value)) : scalar(value);
}

function matrixPart(name: string, value: string): string {
  return value === '' ? `;${name}` : `;${name}=${value}`;
}

/** The value in a query or form, by the styles `form`, `spaceDelimited`, `pipeDelimited` and `deepObject`. */
export function queryPairs(parameter: Styled, value: unknown): EncodedPair[] {
  const { name, style, explode, allowReserved, asJson } = parameter;
  const encode = (one: unknown): string => encodeValue(scalarText(one), allowReserved);
  const label = encodeValue(name);
  if (asJson) return [[label, encodeValue(writeJson(value))]];
  if (style === 'deepObject' && (isObject(value) || Array.isArray(value)))
    return deepPairs(label, value, encode);
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    const items = value.map(encode);
    return explode ? items.map((item) => [label, item]) : [[label, items.join(separatorOf(style))]];
  }
  if (isObject(value)) {
    const fields = Object.entries(value).map(
      ([key, one]) => [encodeValue(key), encode(one)] as const,
    );
    if (fields.length === 0) return [];
    return explode && style === 'form' ? fields : [[label, fields.flat().join(separatorOf(style))]];
  }
  return [[label, encode(value)]];
}

function separatorOf(style: Styled['style']): string {
  if (style === 'spaceDelimited') return '%20';
  return style === 'pipeDelimited' ? '%7C' : ',';
}

/** `filter[status]=open`; what nests deeper continues with brackets, as servers that take it expect. */
function deepPairs(label: string, value: unknown, encode: (one: unknown) => string): EncodedPair[] {
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(label, item, encode));
  if (!isObject(value)) return [[label, encode(value)]];
  return Object.entries(value).flatMap(([key, one]) =>
    deepPairs(`${label}%5B${encodeValue(key)}%5D`, one, encode),
  );
}
