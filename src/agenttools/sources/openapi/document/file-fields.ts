import { isObject, type JsonObject, ownValue } from '../../../../foundation/json.js';
import { followReferences } from './pointer.js';
import { FILE_ID } from '../../../../foundation/user-files.js';
import type { OperationBody } from '../operation.js';

/** An object with its parts (`allOf`) put together. */
interface MergedObject {
  /** The schema itself without `allOf`. */
  whole: JsonObject;
  properties: JsonObject;
  required: readonly string[];
  /** The branches of `anyOf` and `oneOf`, which add further fields. */
  alternatives: readonly unknown[];
}

const MAX_PARTS = 40;

/** Puts an object's parts together; undefined for what is no object. */
export function mergedObject(document: JsonObject, declared: unknown): MergedObject | undefined {
  const whole = followReferences(document, declared);
  if (!isObject(whole)) return undefined;
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  const alternatives: unknown[] = [];
  const open: unknown[] = [whole];
  for (let at = 0; at < Math.min(open.length, MAX_PARTS); at += 1) {
    const part = followReferences(document, open[at]);
    if (!isObject(part)) continue;
    const own = isObject(part['properties']) ? part['properties'] : {};
    for (const [name, one] of Object.entries(own)) properties.set(name, one);
    for (const name of listIn(part['required'])) required.add(String(name));
    open.push(...listIn(part['allOf']));
    alternatives.push(...listIn(part['anyOf']), ...listIn(part['oneOf']));
  }
  const { allOf: _parts, ...rest } = whole;
  return {
    whole: rest,
    properties: Object.fromEntries(properties),
    required: [...required],
    alternatives,
  };
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The schema of a multipart body with the ids of the user's documents where it asks for files: a model
 * writes no file, and only what the user brought is sent. Undefined where files are among alternatives: which
 * fields take them is then not told for sure.
 */
export function withFileIds(
  document: JsonObject,
  { schema: declared, encoding }: JsonObject,
): { schema: unknown; files: NonNullable<OperationBody['files']> } | undefined {
  const schema = mergedObject(document, declared);
  if (schema === undefined) return { schema: declared, files: {} };
  const encodings: JsonObject = isObject(encoding) ? encoding : {};
  const files = new Map<string, 'one' | 'list'>();
  const properties = new Map(Object.entries(schema.properties));
  for (const [name, property] of Object.entries(schema.properties)) {
    const target = followReferences(document, property);
    if (!isObject(target)) continue;
    const encoded = ownValue(encodings, name);
    const item = target['type'] === 'array' && followReferences(document, target['items']);
    const isList = isObject(item) && isFile(item, encoded);
    if (!isList && !isFile(target, encoded)) continue;
    files.set(name, isList ? 'list' : 'one');
    const one = isList
      ? { ...target, items: fileId(item) }
      : { ...fileId(target), nullable: target['nullable'] === true };
    properties.set(name, one);
  }
  if (schema.alternatives.some((one) => hasFile(document, one, encodings))) return undefined;
  if (files.size === 0) return { schema: declared, files: {} };
  const ids = { properties: Object.fromEntries(properties), required: schema.required };
  return { schema: { ...schema.whole, ...ids }, files: Object.fromEntries(files) };
}

function hasFile(document: JsonObject, alternative: unknown, encodings: JsonObject): boolean {
  const merged = mergedObject(document, alternative);
  return Object.entries(merged?.properties ?? {}).some(([name, property]) => {
    const target = followReferences(document, property);
    const item = isObject(target) ? followReferences(document, target['items']) : undefined;
    return [target, item].some((one) => isObject(one) && isFile(one, ownValue(encodings, name)));
  });
}

/** A text without a form of its own, which the document says is bytes. */
function isFile(schema: JsonObject, encoding: unknown): boolean {
  const { type, format, contentMediaType, contentEncoding } = schema;
  if (type === 'file' || format === 'binary') return true;
  if (type !== undefined && type !== 'string') return false;
  if (typeof contentMediaType === 'string' && contentEncoding === undefined)
    return isBinary(contentMediaType);
  const sent = isObject(encoding) ? encoding['contentType'] : undefined;
  if (typeof sent !== 'string') return false;
  // A text may be of any type that people can read; without a type nothing says that it is one.
  return type === 'string' ? BYTES.test(sent) : isPlain(schema) && isBinary(sent);
}

const BYTES = /^\s*(?:image|audio|video|font)\/|^\s*application\/(?:octet-stream|zip|gzip|pdf)\b/;

/** 3.1 states a file as a schema without keywords. */
function isPlain(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => key === 'description' || key === 'title');
}

function isBinary(contentType: string): boolean {
  return !/^\s*(text\/|application\/(json|[a-z.-]+\+json)\b)/.test(contentType);
}

/** The schema of an argument that is the id of a document. */
export function fileId({ description }: JsonObject): JsonObject {
  const told = typeof description === 'string' && description !== '' ? `${description} ` : '';
  return { type: 'string', minLength: 1, maxLength: 100, description: `${told}${FILE_ID}` };
}
