import { defined } from '../../../../foundation/defined.js';
import { withDigits } from '../../../../foundation/exact-json.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import type { FieldEncoding, ParameterStyle } from '../operation.js';
import { kindOfType } from './media-type.js';
import { followReferences } from './pointer.js';
import { itemStylesOf } from './read-parameter.js';

const FORM_STYLES: readonly ParameterStyle[] = [
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
];

/** How the fields of a form are written where its document says so, or why one cannot be. */
export function fieldEncodings(
  document: JsonObject,
  { encoding, schema }: JsonObject,
  form: 'form' | 'multipart',
): { encodings: Record<string, FieldEncoding> } | { why: string } {
  const read = new Map<string, FieldEncoding>();
  const target = followReferences(document, schema);
  const properties = isObject(target) && isObject(target['properties']) ? target['properties'] : {};
  for (const [name, one] of Object.entries(isObject(encoding) ? encoding : {})) {
    if (!isObject(one)) continue;
    const headers = form === 'multipart' ? partHeaders(document, one['headers']) : {};
    if (typeof headers === 'string')
      return { why: `the part "${name}" with the header ${headers}, of which no value is known` };
    const found: FieldEncoding = {
      ...styleOf(one),
      ...defined({
        contentType: contentTypeOf(one['contentType']),
        headers: Object.keys(headers).length === 0 ? undefined : headers,
      }),
    };
    if (Object.keys(found).length > 0) read.set(name, found);
  }
  // 3.1 states the media type of a text in its schema.
  for (const [name, property] of Object.entries(properties)) {
    const field = followReferences(document, property);
    const type = isObject(field) ? field['contentMediaType'] : undefined;
    if (typeof type === 'string' && !read.has(name)) read.set(name, { contentType: type });
  }
  return { encodings: Object.fromEntries(read) };
}

/** Of several types the first that can be written. */
function contentTypeOf(declared: unknown): string | undefined {
  if (typeof declared !== 'string') return undefined;
  const types = declared.split(',').map((type) => type.trim());
  const written = types.find((type) => kindOfType(type) === 'json') ?? types[0];
  return written === '' || written?.includes('*') ? undefined : written;
}

/** Any of the three makes the field a styled one, whatever its content type. */
function styleOf(encoding: JsonObject): Omit<FieldEncoding, 'contentType' | 'headers'> {
  const { style: named, explode, allowReserved } = encoding;
  if (named === undefined && explode === undefined && allowReserved === undefined) return {};
  const style = FORM_STYLES.find((known) => known === named) ?? 'form';
  return {
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form',
    ...defined({
      itemStyles: itemStylesOf(encoding),
      allowReserved: allowReserved === true ? true : undefined,
    }),
  };
}

/** Those of which the document states the one value; the name of a required one of which it does not. */
function partHeaders(document: JsonObject, declared: unknown): Record<string, string> | string {
  const headers = new Map<string, string>();
  for (const [name, entry] of Object.entries(isObject(declared) ? declared : {})) {
    const header = followReferences(document, entry);
    if (!isObject(header) || name.toLowerCase() === 'content-type') continue;
    const schema = followReferences(document, header['schema']);
    const value = isObject(schema) ? onlyValue(schema) : undefined;
    if (value !== undefined)
      headers.set(name, typeof value === 'string' ? value : withDigits(JSON.stringify(value)));
    else if (header['required'] === true) return name;
  }
  return Object.fromEntries(headers);
}

function onlyValue({ const: constant, enum: values, default: usual }: JsonObject): unknown {
  if (constant !== undefined) return constant;
  return Array.isArray(values) && values.length === 1 ? (values as unknown[])[0] : usual;
}
