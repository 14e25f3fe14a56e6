import { defined } from '../../../../foundation/defined.js';
import { isObject, type JsonObject, asObject, propertiesOf } from '../../../../foundation/json.js';
import type { OperationBody, FieldEncoding } from '../operation.js';
import { withDigits } from '../../../../foundation/exact-json.js';
import type { CredentialPlace } from '../../credentials.js';
import { withFileIds, mergedObject } from './file-fields.js';
import { kindOfType, MULTIPART, plainType } from './media-type.js';
import { followReferences, followedObject } from './pointer.js';
import { NotOffered, styleOf } from './read-parameter.js';

export interface ReadBody {
  body: OperationBody;
  schema: unknown;
  media: JsonObject;
}

/** Of several media types the one that a model can write best; undefined without any, throws {@link NotOffered}. */
export function readBody(document: JsonObject, requestBody: unknown): ReadBody | undefined {
  const body = followReferences(document, requestBody);
  if (!isObject(body)) return undefined;
  const content = asObject(body['content']);
  const required = body['required'] === true;
  const types = Object.keys(content).map((type) =>
    mediaTypeOf(document, type, followedObject(document, content[type])),
  );
  const [chosen] = types.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (chosen === undefined && !required) return undefined;
  const offered = Object.keys(content).join(', ') || 'no media type';
  if (chosen?.kind === undefined)
    throw new NotOffered(`it takes a body of ${offered}, which is not sent`);
  const files = types.filter(({ kind }) => kind === 'file').map(({ type }) => type);
  return bodyOf(document, { ...chosen, kind: chosen.kind }, { required, takes: files });
}

interface MediaType {
  type: string;
  media: JsonObject;
  kind?: OperationBody['kind'];
  takesFiles?: boolean;
}

function mediaTypeOf(document: JsonObject, type: string, media: JsonObject): MediaType {
  const schema = followedObject(document, media['schema']);
  const kind = kindOfType(type);
  if (kind === 'form') return { type, media, kind };
  if (kind === 'multipart') {
    const files = withFileIds(document, media)?.files ?? {};
    return { type, media, kind, takesFiles: Object.keys(files).length > 0 };
  }
  if (isBytes(schema)) return { type, media, kind: 'file' };
  if (kind === 'json' || kind === 'lines') return { type, media, kind };
  const isText = plainType(type).startsWith('text/');
  if (Object.keys(schema).length === 0) return { type, media, kind: isText ? 'text' : 'file' };
  // What is no JSON is written by the model as a text; XML is not made of an object.
  const isWritten = schema['type'] === 'string' || (isText && !type.includes('xml'));
  return { type, media, ...defined({ kind: isWritten ? ('text' as const) : undefined }) };
}

function isBytes({ type, format, contentMediaType, contentEncoding }: JsonObject): boolean {
  const isSaid = typeof contentMediaType === 'string' && contentEncoding === undefined;
  return type === 'file' || format === 'binary' || (type === undefined && isSaid);
}

/** Best first. A merge patch says what becomes of a field, as a model would; a JSON Patch needs pointers. */
const PREFERRED: readonly ((media: MediaType) => boolean)[] = [
  ({ kind, type }) => kind === 'json' && plainType(type) === 'application/json',
  ({ kind, type }) => kind === 'json' && plainType(type) === 'application/merge-patch+json',
  ({ kind, type }) => kind === 'json' && !type.includes('json-patch') && !type.includes('*'),
  ({ kind, type }) => kind === 'json' && type.includes('*'),
  ({ kind }) => kind === 'json',
  ({ takesFiles = false }) => takesFiles,
  ({ kind }) => kind === 'form',
  ({ kind }) => kind === 'multipart',
  ({ kind }) => kind === 'lines',
  ({ kind, type }) => kind === 'text' && plainType(type) === 'text/plain',
  ({ kind }) => kind === 'text',
  ({ kind }) => kind === 'file',
];

function rankOf(media: MediaType): number {
  const rank = PREFERRED.findIndex((fits) => fits(media));
  return rank < 0 ? PREFERRED.length : rank;
}

function bodyOf(
  document: JsonObject,
  { type, media, kind }: MediaType & Required<Pick<MediaType, 'kind'>>,
  { required, takes }: { required: boolean; takes: readonly string[] },
): ReadBody {
  const read =
    kind === 'multipart'
      ? withFileIds(document, media)
      : { schema: kind === 'lines' ? listOf(media) : media['schema'], files: {} };
  if (read === undefined)
    throw new NotOffered('it takes a multipart form composed of several schemas');
  const isForm = kind === 'form' || kind === 'multipart';
  const more = defined({
    encodings: filled(isForm ? fieldEncodings(document, media, kind) : {}),
    files: filled(read.files),
    takes: kind === 'file' ? takes : undefined,
  });
  const body = { mediaType: sentType(type, kind), kind, required, ...more };
  return { body, schema: read.schema, media };
}

function sentType(type: string, kind: OperationBody['kind']): string {
  // A boundary belongs to one request, not to the document.
  if (kind === 'multipart') return MULTIPART;
  return kind === 'json' && plainType(type).includes('*') ? 'application/json' : type;
}

/** 3.2 describes one item of a sequence. */
function listOf({ schema, itemSchema }: JsonObject): unknown {
  return itemSchema === undefined ? schema : { type: 'array', items: itemSchema };
}

function filled<T extends object>(fields: T): T | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** How the fields of a form are written where its document says so; throws {@link NotOffered}. */
export function fieldEncodings(
  document: JsonObject,
  { encoding, schema }: JsonObject,
  form: 'form' | 'multipart',
): Record<string, FieldEncoding> {
  const read = new Map<string, FieldEncoding>();
  const properties = propertiesOf(followedObject(document, schema));
  for (const [name, one] of Object.entries(asObject(encoding))) {
    if (!isObject(one)) continue;
    const headers = form === 'multipart' ? partHeaders(document, one['headers'], name) : {};
    const contentType = contentTypeOf(one['contentType']);
    const found = { ...fieldStyle(one), ...defined({ contentType, headers: filled(headers) }) };
    if (Object.keys(found).length > 0) read.set(name, found);
  }
  // 3.1 states the media type of a text in its schema.
  for (const [name, property] of Object.entries(properties)) {
    const { contentMediaType: type } = followedObject(document, property);
    if (typeof type === 'string' && !read.has(name)) read.set(name, { contentType: type });
  }
  return Object.fromEntries(read);
}

function contentTypeOf(declared: unknown): string | undefined {
  if (typeof declared !== 'string') return undefined;
  const types = declared.split(',').map((type) => type.trim());
  const written = types.find((type) => kindOfType(type) === 'json') ?? types[0];
  return written === '' || written?.includes('*') ? undefined : written;
}

/** Any of the three makes the field a styled one, whatever its content type. */
function fieldStyle(encoding: JsonObject): Omit<FieldEncoding, 'contentType' | 'headers'> {
  const { style, explode, allowReserved } = encoding;
  if (style === undefined && explode === undefined && allowReserved === undefined) return {};
  return { ...styleOf(encoding, 'query'), ...(allowReserved === true && { allowReserved }) };
}

function partHeaders(document: JsonObject, declared: unknown, part: string) {
  const headers = new Map<string, string>();
  for (const [name, entry] of Object.entries(asObject(declared))) {
    const header = followReferences(document, entry);
    if (!isObject(header) || name.toLowerCase() === 'content-type') continue;
    const value = onlyValue(followedObject(document, header['schema']));
    if (value !== undefined)
      headers.set(name, typeof value === 'string' ? value : withDigits(JSON.stringify(value)));
    else if (header['required'] === true)
      throw new NotOffered(
        `it takes the part "${part}" with the header ${name}, of which no value is known`,
      );
  }
  return Object.fromEntries(headers);
}

function onlyValue({ const: constant, enum: values, default: usual }: JsonObject): unknown {
  if (constant !== undefined) return constant;
  return Array.isArray(values) && values.length === 1 ? (values as unknown[])[0] : usual;
}

const WITH_FIELDS = new Set(['json', 'form', 'multipart']);

/** A body without the fields that `auth` sets; it names them, for the server to fill when it is sent. */
export function fillCredentials(
  document: JsonObject,
  read: ReadBody,
  credentials: readonly CredentialPlace[],
): ReadBody {
  const merged = mergedObject(document, read.schema);
  if (!WITH_FIELDS.has(read.body.kind) || merged === undefined) return read;
  const names = credentials
    .filter(({ in: place, name }) => place === 'body' && Object.hasOwn(merged.properties, name))
    .map(({ name }) => name);
  if (names.length === 0) return read;
  const rest = Object.entries(merged.properties).filter(([name]) => !names.includes(name));
  const required = merged.required.filter((name) => !names.includes(name));
  const { required: _all, ...whole } = merged.whole;
  // Nothing of it has to be written any more.
  const properties = Object.fromEntries(rest);
  return {
    ...read,
    body: { ...read.body, credentials: names, required: read.body.required && required.length > 0 },
    schema: { ...whole, properties, ...defined({ required: filled(required) }) },
  };
}
