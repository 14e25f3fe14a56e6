import { isObject, type JsonObject } from '../../../../foundation/json.js';
import type { OperationBody } from '../operation.js';
import { followReferences } from './pointer.js';

const ONE_FILE = 'Id of a document that the user has uploaded; its file is sent.';

/**
 * The schema of a multipart body with the ids of the user's documents where it asks for files: a model
 * writes no file, and only what the user brought is sent. Undefined where the fields are composed of several
 * schemas: which of them are files is then not told for sure.
 */
export function withFileIds(
  document: JsonObject,
  { schema: declared, encoding }: JsonObject,
): { schema: unknown; files: NonNullable<OperationBody['files']> } | undefined {
  const schema = followReferences(document, declared);
  const files: Record<string, 'one' | 'list'> = {};
  if (!isObject(schema)) return { schema: declared, files };
  if (['allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined))
    return undefined;
  if (!isObject(schema['properties'])) return { schema, files };
  const encodings: JsonObject = isObject(encoding) ? encoding : {};
  const properties: JsonObject = { ...schema['properties'] };
  for (const [name, property] of Object.entries(schema['properties'])) {
    const target = followReferences(document, property);
    if (!isObject(target)) continue;
    const item = target['type'] === 'array' && followReferences(document, target['items']);
    const isList = isObject(item) && isFile(item, encodings[name]);
    if (!isList && !isFile(target, encodings[name])) continue;
    files[name] = isList ? 'list' : 'one';
    properties[name] = isList
      ? { ...target, items: fileId(item) }
      : { ...fileId(target), nullable: target['nullable'] === true };
  }
  return { schema: { ...schema, properties }, files };
}

/** A text without a form of its own, which the document says is bytes. */
function isFile(schema: JsonObject, encoding: unknown): boolean {
  const { type, format, contentMediaType, contentEncoding } = schema;
  if (type === 'file' || format === 'binary') return true;
  if (type !== undefined && type !== 'string') return false;
  if (typeof contentMediaType === 'string' && contentEncoding === undefined)
    return isBinary(contentMediaType);
  const sent = isObject(encoding) ? encoding['contentType'] : undefined;
  const isEmpty = type === undefined && schema['$ref'] === undefined && isPlain(schema);
  return typeof sent === 'string' && isBinary(sent) && (type === 'string' || isEmpty);
}

/** 3.1 states a file as a schema without keywords. */
function isPlain(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => key === 'description' || key === 'title');
}

function isBinary(contentType: string): boolean {
  return !/^\s*(text\/|application\/(json|[a-z.-]+\+json)\b)/.test(contentType);
}

function fileId({ description }: JsonObject): JsonObject {
  const told = typeof description === 'string' && description !== '' ? `${description} ` : '';
  return { type: 'string', minLength: 1, maxLength: 100, description: `${told}${ONE_FILE}` };
}
