import { defined } from '../../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { followReferences } from '../document/pointer.js';
import type { OperationBody, ParameterStyle } from '../operation.js';
import { withFileIds } from './file-fields.js';

/** A body that can be sent, or why there is none. */
export type BodyResult =
  | { kind: 'body'; body: OperationBody; schema: unknown; media: JsonObject }
  | { kind: 'none' }
  | { kind: 'unusable'; why: string };

const MULTIPART = 'multipart/form-data';

/** Reads a request body: of several media types the one that a model can write best. */
export function readBody(document: JsonObject, requestBody: unknown): BodyResult {
  const body = followReferences(document, requestBody);
  if (!isObject(body)) return { kind: 'none' };
  const content: JsonObject = isObject(body['content']) ? body['content'] : {};
  const required = body['required'] === true;
  const chosen = mediaTypeOf(Object.keys(content));
  if (chosen === undefined) {
    const offered = Object.keys(content).join(', ');
    return required || offered !== ''
      ? { kind: 'unusable', why: `a body of ${offered || 'no media type'}, which is not sent` }
      : { kind: 'none' };
  }
  const media: JsonObject = isObject(content[chosen]) ? content[chosen] : {};
  const { kind, sent } = kindOf(chosen);
  const encodings = kind === 'form' ? encodingsOf(media['encoding']) : {};
  const fields =
    kind === 'multipart' ? withFileIds(document, media) : { schema: media['schema'], files: {} };
  if (fields === undefined)
    return { kind: 'unusable', why: 'a multipart form composed of several schemas' };
  const { schema, files } = fields;
  return {
    kind: 'body',
    body: {
      mediaType: sent,
      kind,
      required,
      ...defined({ encodings: filled(encodings), files: filled(files) }),
    },
    schema,
    media,
  };
}

function filled<T extends object>(fields: T): T | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** Best first. A merge patch says what becomes of a field, as a model would; a JSON Patch needs pointers. */
const PREFERRED: readonly ((type: string) => boolean)[] = [
  (type) => type === 'application/json',
  (type) => type === 'application/merge-patch+json',
  (type) => type.endsWith('+json') && !type.includes('json-patch'),
  (type) => type === '*/*' || type === 'application/*',
  (type) => type.endsWith('+json'),
  (type) => type === 'application/x-www-form-urlencoded',
  (type) => type === MULTIPART,
  (type) => type === 'text/plain',
  (type) => type.startsWith('text/'),
];

function mediaTypeOf(types: readonly string[]): string | undefined {
  for (const fits of PREFERRED) {
    const found = types.find((type) => fits(plainType(type)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function kindOf(type: string): { kind: OperationBody['kind']; sent: string } {
  const plain = plainType(type);
  if (plain.includes('*')) return { kind: 'json', sent: 'application/json' };
  if (plain === 'application/x-www-form-urlencoded') return { kind: 'form', sent: type };
  // A boundary belongs to one request, not to the document.
  if (plain === MULTIPART) return { kind: 'multipart', sent: MULTIPART };
  return { kind: plain.startsWith('text/') ? 'text' : 'json', sent: type };
}

function encodingsOf(
  encoding: unknown,
): Record<string, { style: ParameterStyle; explode: boolean }> {
  const read: Record<string, { style: ParameterStyle; explode: boolean }> = {};
  for (const [name, one] of Object.entries(isObject(encoding) ? encoding : {})) {
    if (!isObject(one) || typeof one['style'] !== 'string') continue;
    const style = FORM_STYLES.find((known) => known === one['style']) ?? 'form';
    read[name] = {
      style,
      explode: one['explode'] === undefined ? style === 'form' : one['explode'] === true,
    };
  }
  return read;
}

const FORM_STYLES: readonly ParameterStyle[] = [
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
];
