import {
  isObject,
  type JsonObject,
  ownValue,
  asObject,
  asList,
  propertiesOf,
  requiredOf,
} from '../../../../foundation/json.js';
import { allParts } from '../schema/object-parts.js';
import { followReferences } from './pointer.js';
import { FILE_ID } from '../../../../foundation/user-files.js';
import type { OperationBody } from '../operation.js';

/** An object with the parts of its `allOf`, and the alternatives that add further fields to it. */
export function mergedObject(document: JsonObject, declared: unknown) {
  const whole = followReferences(document, declared);
  if (!isObject(whole)) return undefined;
  const parts = allParts(document, whole);
  const { allOf: _parts, ...rest } = whole;
  return {
    whole: rest,
    properties: Object.fromEntries(parts.flatMap((part) => Object.entries(propertiesOf(part)))),
    required: [...new Set(parts.flatMap(requiredOf))],
    alternatives: parts.flatMap(({ anyOf, oneOf }) => [...asList(anyOf), ...asList(oneOf)]),
  };
}

/** A multipart body with ids of the user's documents in place of files; undefined where files are among alternatives. */
export function withFileIds(
  document: JsonObject,
  { schema: declared, encoding }: JsonObject,
): { schema: unknown; files: NonNullable<OperationBody['files']> } | undefined {
  const schema = mergedObject(document, declared);
  if (schema === undefined) return { schema: declared, files: {} };
  const encodings = asObject(encoding);
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
    const item = followReferences(document, asObject(target)['items']);
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
  const { contentType: sent } = asObject(encoding);
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

export function fileId({ description }: JsonObject): JsonObject {
  const told = typeof description === 'string' && description !== '' ? `${description} ` : '';
  return { type: 'string', minLength: 1, maxLength: 100, description: `${told}${FILE_ID}` };
}
