import { writeJson } from '../../../../foundation/exact-json.js';
import { invalidArguments } from '../../../../foundation/errors.js';
import { defined } from '../../../../foundation/defined.js';
import { isObject, ownValue } from '../../../../foundation/json.js';
import { kindOfType } from '../document/media-type.js';
import type { FieldEncoding, OperationParameter } from '../operation.js';

/** Characters that stay as they are where a document says `allowReserved`, beside encoded ones. */
const RESERVED = /(%[0-9A-Fa-f]{2}|[:/?@!$'()*,;]+)/;
const IN_PATH = /(%[0-9A-Fa-f]{2}|[!$&'()*+,;=:@]+)/;
const IN_QUERY = /(%[0-9A-Fa-f]{2}|[!$&'()*+,;=:@/?]+)/;

/** Percent-encodes one value; rejects what no URL can carry with `invalid_arguments`. */
export function encodeValue(value: string, allowReserved = false): string {
  return allowReserved ? encodeBeside(value, RESERVED) : encoded(value);
}

/** The fixed text of a path, or of a query: what a document has encoded already stays so. */
export function encodeFixed(text: string, place: 'path' | 'query'): string {
  return encodeBeside(text, place === 'path' ? IN_PATH : IN_QUERY);
}

function encodeBeside(text: string, kept: RegExp): string {
  // With a group in the expression, what it matches stands at the odd places.
  return text
    .split(kept)
    .map((part, at) => (at % 2 === 1 ? part : encoded(part)))
    .join('');
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw invalidArguments('A text holds half a character, which no URL can carry.');
  }
}

/** A scalar as it stands in a URL or form; objects and lists inside others become JSON. */
export function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  return writeJson(value);
}

export type Styled = Pick<OperationParameter, 'name' | 'style' | 'explode'> &
  Partial<Pick<OperationParameter, 'allowReserved' | 'content' | 'allowEmpty' | 'itemStyles'>>;

type EncodedPair = readonly [name: string, value: string];

const SEPARATORS: Readonly<Partial<Record<Styled['style'], string>>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
};

/** The value in a path or header, by the styles `simple`, `label` and `matrix`; `encode` is for one scalar. */
export function pathText(
  { name, style, explode, content, itemStyles = [] }: Styled,
  value: unknown,
  encode: (text: string) => string,
): string {
  if (content !== undefined) return encode(contentText(content, value));
  const label = encode(name);
  const fields = isObject(value) ? fieldsOf(value) : undefined;
  const keyed = fields?.map(([key, one]) => [encode(key), encode(scalarText(one))] as const);
  const list = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isThere);
  const items =
    keyed?.map((pair) => pair.join(explode ? '=' : ',')) ??
    list.map((one) => itemText(one, itemStyles, encode));
  if (style === 'label') return `.${items.join(explode ? '.' : ',')}`;
  const separator = keyed ? ',' : encode(SEPARATORS[style] ?? '') || ',';
  if (style !== 'matrix') return items.join(separator);
  if (!explode) return matrixPart(label, items.join(','));
  const parts = keyed ?? items.map((item) => [label, item] as const);
  return parts.map(([key, one]) => matrixPart(key, one)).join('');
}

function matrixPart(name: string, value: string): string {
  return value === '' ? `;${name}` : `;${name}=${value}`;
}

/** The value in a query or form, by the styles `form`, `spaceDelimited`, `pipeDelimited` and `deepObject`. */
export function queryPairs(parameter: Styled, value: unknown): EncodedPair[] {
  const { name, style, explode, allowReserved, content, allowEmpty, itemStyles = [] } = parameter;
  const encodeText = (text: string): string => encodeValue(text, allowReserved);
  const encode = (one: unknown): string => encodeText(scalarText(one));
  const label = encodeValue(name);
  if (content !== undefined) return [[label, encodeValue(contentText(content, value))]];
  if (style === 'deepObject' && isComposite(value)) return deepPairs(label, value, encode);
  const separator = encodeValue(SEPARATORS[style] ?? '') || ',';
  if (Array.isArray(value)) {
    const items = value.filter(isThere).map((one) => itemText(one, itemStyles, encodeText));
    // As RFC 6570 has it, a list without items is not there.
    if (items.length === 0) return allowEmpty ? [[label, '']] : [];
    return explode ? items.map((item) => [label, item]) : [[label, items.join(separator)]];
  }
  if (isObject(value)) {
    const fields = fieldsOf(value).map(([key, one]) => [encodeValue(key), encode(one)] as const);
    if (fields.length === 0) return allowEmpty ? [[label, '']] : [];
    return explode && style === 'form' ? fields : [[label, fields.flat().join(separator)]];
  }
  return [[label, encode(value)]];
}

/** An item of a list; one that is a list itself is joined as 2.0 says of it, and is JSON elsewhere. */
function itemText(
  value: unknown,
  [style, ...below]: NonNullable<Styled['itemStyles']>,
  encode: (text: string) => string,
): string {
  if (style === undefined || !Array.isArray(value)) return encode(scalarText(value));
  const separator = encode(SEPARATORS[style] ?? '') || ',';
  const items = value.filter(isThere).map((one) => itemText(one, below, encode));
  return items.join(separator);
}

/** No style can write null: a field or item that is null is one left out. */
export function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isComposite(value: unknown): value is object {
  return isObject(value) || Array.isArray(value);
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, one]) => isThere(one));
}

/** `filter[status]=open`, deeper with more brackets; items of a list carry their index, to be told apart. */
function deepPairs(label: string, value: unknown, encode: (one: unknown) => string): EncodedPair[] {
  if (!isThere(value)) return [];
  if (!isComposite(value)) return [[label, encode(value)]];
  return Object.entries(value).flatMap(([key, one]) =>
    deepPairs(`${label}%5B${encodeValue(key)}%5D`, one, encode),
  );
}

/** A value as text of a media type: JSON where that is JSON, lines, a form, else the text itself. */
export function contentText(mediaType: string, value: unknown): string {
  const kind = kindOfType(mediaType);
  if (kind === 'json') return writeJson(value);
  if (kind === 'lines') {
    // An item a line, each ended, as the bulk routes of search engines want it; a text is lines already.
    if (typeof value === 'string') return value.endsWith('\n') ? value : `${value}\n`;
    const items: unknown[] = Array.isArray(value) ? value : [value];
    return items.map((item) => `${writeJson(item)}\n`).join('');
  }
  return kind === 'form' && isObject(value) ? formText({}, value) : scalarText(value);
}

/** A form's fields, encoded and joined, each by its encoding; those that are null are left out. */
export function formText(
  encodings: Readonly<Record<string, FieldEncoding>>,
  value: object,
): string {
  const pairs = fieldsOf(value).flatMap(([name, one]) =>
    queryPairs({ name, ...styleOf(ownValue(encodings, name), one) }, one),
  );
  return joinPairs(pairs);
}

/** Without an encoding, an object in a form is JSON and a list is repeated; a text is text of its media type. */
function styleOf(encoding: FieldEncoding | undefined, value: unknown): Omit<Styled, 'name'> {
  const { style, explode, contentType, allowReserved, itemStyles } = encoding ?? {};
  if (style !== undefined && explode !== undefined)
    return { style, explode, ...defined({ allowReserved, itemStyles }) };
  const content = contentType ?? (isObject(value) ? 'application/json' : undefined);
  const isWritten =
    content !== undefined && typeof value !== 'string' && kindOfType(content) !== 'other';
  return { style: 'form', explode: true, ...(isWritten && { content }) };
}

export function joinPairs(pairs: readonly EncodedPair[]): string {
  return pairs.map(([name, value]) => `${name}=${value}`).join('&');
}
