import { isObject } from '../../../src/foundation/json.js';

/** A parameter of a route. */
export interface ApiParameter {
  name: string;
  /** `path`, `query` or `header`. */
  place: string;
  required: boolean;
  schema: unknown;
}

/** What a route answers under one status, or otherwise (`default`). */
export interface ApiAnswer {
  status: string;
  description: string;
  schema: unknown;
  /** The events of a stream with the schemas of their data. */
  events: readonly (readonly [string, unknown])[];
}

/** One route as the page shows it. */
export interface ApiOperation {
  id: string;
  method: string;
  path: string;
  tag: string;
  parameters: readonly ApiParameter[];
  body: unknown;
  answers: readonly ApiAnswer[];
}

/** The document as the page shows it. */
export interface ApiDocument {
  title: string;
  version: string;
  description: string;
  tags: readonly { name: string; operations: readonly ApiOperation[] }[];
  schemas: readonly (readonly [string, unknown])[];
}

/** Reads a server's own document; whatever is missing in it is missing on the page. */
export function readDocument(document: unknown): ApiDocument {
  const info = at(document, 'info');
  const operations = entries(at(document, 'paths')).flatMap(([path, item]) =>
    entries(item).map(([method, operation]) => toOperation(document, path, method, operation)),
  );
  const names = [...new Set(operations.map(({ tag }) => tag))].sort();
  return {
    title: text(at(info, 'title')),
    version: text(at(info, 'version')),
    description: text(at(info, 'description')),
    tags: names.map((name) => ({ name, operations: operations.filter(({ tag }) => tag === name) })),
    schemas: entries(at(document, 'components', 'schemas')).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** The same document with only what has all of the words in its name, method or path. */
export function matching(document: ApiDocument, search: string): ApiDocument {
  const words = search.toLowerCase().split(' ').filter(Boolean);
  const fits = (...texts: string[]) => {
    const whole = texts.join(' ').toLowerCase();
    return words.every((word) => whole.includes(word));
  };
  const tags = document.tags.map(({ name, operations }) => ({
    name,
    operations: operations.filter(({ id, method, path }) => fits(id, method, path, name)),
  }));
  return {
    ...document,
    tags: tags.filter(({ operations }) => operations.length > 0),
    schemas: document.schemas.filter(([name]) => fits(name)),
  };
}

/** The name behind a reference to one of the document's schemas. */
export function referredTo(schema: unknown): string | undefined {
  const ref = at(schema, '$ref');
  const start = '#/components/schemas/';
  return typeof ref === 'string' && ref.startsWith(start) ? ref.slice(start.length) : undefined;
}

function toOperation(
  document: unknown,
  path: string,
  method: string,
  operation: unknown,
): ApiOperation {
  return {
    id: text(at(operation, 'operationId')) || `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    tag: text(list(at(operation, 'tags'))[0]),
    parameters: list(at(operation, 'parameters')).map((one) => ({
      name: text(at(one, 'name')),
      place: text(at(one, 'in')),
      required: at(one, 'required') === true,
      schema: at(one, 'schema'),
    })),
    body: schemaIn(at(operation, 'requestBody')),
    answers: entries(at(operation, 'responses')).map(([status, given]) =>
      toAnswer(status, resolved(document, given)),
    ),
  };
}

function toAnswer(status: string, answer: unknown): ApiAnswer {
  const events = at(answer, 'x-events');
  return {
    status: status === 'default' ? 'error' : status,
    description: text(at(answer, 'description')),
    schema: events === undefined ? schemaIn(answer) : undefined,
    events: entries(at(events, 'properties') ?? events),
  };
}

/** The first schema of a body or an answer; each of this server has one. */
function schemaIn(holder: unknown): unknown {
  return at(entries(at(holder, 'content'))[0]?.[1], 'schema');
}

/** Answers are shared by references of one step: `#/components/responses/Error`. */
function resolved(document: unknown, given: unknown): unknown {
  const ref = at(given, '$ref');
  return typeof ref === 'string' ? at(document, ...ref.split('/').slice(1)) : given;
}

function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((inside, key) => (isObject(inside) ? inside[key] : undefined), value);
}

function entries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
