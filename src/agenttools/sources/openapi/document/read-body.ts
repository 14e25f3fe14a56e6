import { defined } from '../../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import type { OperationBody } from '../operation.js';
import { fieldEncodings } from './field-encodings.js';
import { withFileIds } from './file-fields.js';
import { kindOfType, MULTIPART, plainType } from './media-type.js';
import { followReferences } from './pointer.js';

export type BodyResult =
  | { kind: 'body'; body: OperationBody; schema: unknown; media: JsonObject }
  | { kind: 'none' }
  | { kind: 'unusable'; why: string };

/** Reads a request body: of several media types the one that a model can write best. */
export function readBody(document: JsonObject, requestBody: unknown): BodyResult {
  const body = followReferences(document, requestBody);
  if (!isObject(body)) return { kind: 'none' };
  const content: JsonObject = isObject(body['content']) ? body['content'] : {};
  const required = body['required'] === true;
  const types = Object.keys(content).map((type) => {
    const media = followReferences(document, content[type]);
    return mediaTypeOf(document, type, isObject(media) ? media : {});
  });
  const ranks = types.map(rankOf);
  const best = Math.min(...ranks);
  const chosen = types[ranks.indexOf(best)];
  if (chosen === undefined && !required) return { kind: 'none' };
  if (chosen?.kind === undefined) {
    const offered = Object.keys(content).join(', ');
    return {
      kind: 'unusable',
      why: `a body of ${offered || 'no media type'}, which is not sent`,
    };
  }
  const files = types.filter(({ kind }) => kind === 'file').map(({ type }) => type);
  return bodyOf(document, { ...chosen, kind: chosen.kind }, { required, takes: files });
}

interface MediaType {
  type: string;
  media: JsonObject;
  /** Absent where it is not sent. */
  kind?: OperationBody['kind'];
  takesFiles?: boolean;
}

function mediaTypeOf(document: JsonObject, type: string, media: JsonObject): MediaType {
  const schema = followReferences(document, media['schema']);
  const kind = kindOfType(type);
  if (kind === 'form') return { type, media, kind };
  if (kind === 'multipart') {
    const files = withFileIds(document, media)?.files ?? {};
    return { type, media, kind, takesFiles: Object.keys(files).length > 0 };
  }
  if (isBytes(schema)) return { type, media, kind: 'file' };
  if (kind === 'json' || kind === 'lines') return { type, media, kind };
  const isText = plainType(type).startsWith('text/');
  if (!isObject(schema) || Object.keys(schema).length === 0)
    return { type, media, kind: isText ? 'text' : 'file' };
  // What is no JSON is written by the model as a text; XML is not made of an object.
  const isWritten = schema['type'] === 'string' || (isText && !type.includes('xml'));
  return { type, media, ...defined({ kind: isWritten ? ('text' as const) : undefined }) };
}

function isBytes(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type, format, contentMediaType, contentEncoding } = schema;
  if (type === 'file' || format === 'binary') return true;
  return (
    type === undefined && typeof contentMediaType === 'string' && contentEncoding === undefined
  );
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
): BodyResult {
  const read =
    kind === 'multipart'
      ? withFileIds(document, media)
      : { schema: kind === 'lines' ? listOf(media) : media['schema'], files: {} };
  if (read === undefined)
    return { kind: 'unusable', why: 'a multipart form composed of several schemas' };
  const fields =
    kind === 'form' || kind === 'multipart'
      ? fieldEncodings(document, media, kind)
      : { encodings: {} };
  if ('why' in fields) return { kind: 'unusable', why: fields.why };
  return {
    kind: 'body',
    body: {
      mediaType: sentType(type, kind),
      kind,
      required,
      ...defined({
        encodings: filled(fields.encodings),
        files: filled(read.files),
        takes: kind === 'file' ? takes : undefined,
      }),
    },
    schema: read.schema,
    media,
  };
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
