import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { defined } from '../../src/foundation/defined.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { serve } from './http-server.js';
import { readYaml } from './flags-backend.js';

/** A write as the backend got it, and whether it took effect. */
export interface SeenWrite {
  method: string;
  path: string;
  query: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: unknown;
  applied: boolean;
}

/** How the backend answers a write in place of what it would; `after` ones take effect. */
export type Fault =
  | { kind: 'status'; status: number; body?: unknown; applies?: boolean; headers?: JsonObject }
  | { kind: 'drop'; applies: boolean }
  | { kind: 'hang'; applies: boolean }
  /** Takes effect and answers only then. */
  | { kind: 'late'; until: Promise<void> };

/** A backend of projects, environments, flags and rules: in memory, over real HTTP, with faults on demand. */
export type ProjectsBackend = Awaited<ReturnType<typeof startProjectsBackend>>;

export type ReadFault = { status?: number; type?: string; text: string };
type Send = (status: number, value?: unknown, headers?: JsonObject) => void;

const COLLECTIONS = ['projects', 'environments', 'flags', 'rules'];

const string = { type: 'string' };
const ids = { name: 'id', in: 'path', required: true, schema: string };
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const body = (schema: JsonObject) => ({ requestBody: { required: true, ...json(schema) } });
const ok = { responses: { 200: { description: 'ok' } } };
const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: string };

/** The schemas of its collections, and the paths that have no collection's shape. */
type Parts = Record<string, Record<string, JsonObject>>;
const { SCHEMAS, PATHS } = readYaml('openapi/projects.yaml') as Parts;

interface DocumentOptions {
  /** Creating takes an idempotency key. */
  keys?: boolean;
  /** What is declared of its answers of one object; absent: nothing. */
  answers?: (object: JsonObject) => JsonObject;
}

/** Its OpenAPI document. */
export function projectsDocument({ keys = false, answers }: DocumentOptions = {}): JsonObject {
  const paths: JsonObject = { ...PATHS };
  for (const name of COLLECTIONS) {
    const one = name.slice(0, -1);
    const Title = one[0]?.toUpperCase() + one.slice(1);
    const schema = SCHEMAS?.[name] ?? {};
    const { required: _required, ...partial } = schema;
    const own = (schema['properties'] ?? {}) as JsonObject;
    const stored = { ...partial, properties: { id: { type: 'integer' }, ...own } };
    const told = answers === undefined ? {} : json(answers(stored));
    const answer = { responses: { 200: { description: 'ok', ...told } } };
    const does = (verb: string) => {
      return { operationId: `${verb.toLowerCase()}${Title}`, summary: `${verb} a ${one}` };
    };
    const parameters = keys ? { parameters: [key] } : {};
    paths[`/${name}`] = {
      get: { operationId: `list${Title}s`, summary: `List ${name}`, ...ok },
      post: { ...does('Create'), ...parameters, ...body(schema), ...answer },
    };
    paths[`/${name}/{id}`] = {
      parameters: [ids],
      get: { ...does('Get'), ...answer },
      put: { ...does('Replace'), ...body(schema), ...answer },
      patch: { ...does('Update'), ...body(partial), ...answer },
      delete: { ...does('Delete'), ...ok },
    };
  }
  return { openapi: '3.0.3', info: { title: 'Projects', version: '1.0' }, paths };
}

/** A JSON Patch of fields at the top: what is removed is not told. */
function patched(known: JsonObject, operations: readonly JsonObject[]): JsonObject {
  const changes = operations.map(({ path, value }) => [String(path).slice(1), value]);
  return defined({ ...known, ...Object.fromEntries(changes) });
}

type Answer = { status: number; body?: unknown };

const fresh = () => ({
  /** By collection, then id. */
  stored: new Map(COLLECTIONS.map((name) => [name, new Map<string, JsonObject>()])),
  writes: [] as SeenWrite[],
  reads: [] as string[],
  etags: false,
  /** What an object is wrapped in wherever it is answered. */
  wrap: (object: unknown): unknown => object,
  /** Asked before each write; undefined lets it pass. */
  fault: (_write: SeenWrite, _nth: number): Fault | undefined => undefined,
  /** Answers a read in place of what it would, or never; as 200 of JSON where nothing is said. */
  readFault: (_path: string): ReadFault | 'hang' | undefined => undefined,
});

/** Starts it, empty. */
export async function startProjectsBackend() {
  const keys = new Map<string, Answer>();
  let lastId = 100;
  const server = await serve((request, response) => {
    void text(request).then((raw) => {
      const { method = '', url = '', headers } = request;
      const [path = '', query = ''] = url.split('?');
      const send = (status: number, value?: unknown, more: JsonObject = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', ...(more as object) });
        const told = status < 300 && value !== undefined ? backend.wrap(value) : (value ?? '');
        response.end(typeof told === 'string' ? told : JSON.stringify(told));
      };
      if (method === 'GET') {
        backend.reads.push(path);
        const broken = backend.readFault(path);
        if (broken === 'hang') return;
        if (broken !== undefined) {
          const { status = 200, type = 'application/json', text } = broken;
          return void response.writeHead(status, { 'content-type': type }).end(text);
        }
        const { status, body: answer } = answered('GET', path, undefined);
        return send(status, answer, etagOf(path));
      }
      const value: unknown = raw === '' ? undefined : JSON.parse(raw);
      const write = { method, path, query, headers, body: value, applied: false } as SeenWrite;
      answerWrite(write, response, send);
    });
  });

  function answerWrite(write: SeenWrite, response: ServerResponse, send: Send): void {
    const fault = backend.fault(write, backend.writes.push(write));
    const apply = () => {
      const { status, body: answer } = applied(write);
      send(status, answer);
    };
    if (fault === undefined) return apply();
    if (fault.kind === 'late') return void fault.until.then(apply);
    if (fault.applies === true) applied(write);
    if (fault.kind === 'drop') response.destroy();
    if (fault.kind === 'status') send(fault.status, fault.body, fault.headers);
  }

  function etagOf(path: string): JsonObject {
    const found = backend.etags ? entityAt(path) : undefined;
    if (found === undefined) return {};
    const hash = createHash('sha256').update(JSON.stringify(found)).digest('hex');
    return { etag: `"${hash.slice(0, 16)}"` };
  }

  function entityAt(path: string): JsonObject | undefined {
    const [, collection = '', id = ''] = path.split('/');
    return backend.stored.get(collection)?.get(decodeURIComponent(id));
  }

  function applied(write: SeenWrite): Answer {
    const { method, path, body: value, headers } = write;
    const sentKey = headers['idempotency-key'];
    const before = sentKey === undefined ? undefined : keys.get(sentKey);
    if (before !== undefined) return before;
    const wanted = headers['if-match'];
    if (wanted !== undefined && wanted !== etagOf(path)['etag']) return { status: 412 };
    const result = answered(method, path, value as JsonObject | undefined);
    write.applied = result.status < 300;
    if (sentKey !== undefined) keys.set(sentKey, result);
    return result;
  }

  function answered(method: string, path: string, value: JsonObject | undefined): Answer {
    const [, collection = '', rawId, verb] = path.split('/');
    const all = backend.stored.get(collection);
    if (all === undefined) return { status: 404, body: { message: 'no such collection' } };
    if (rawId === undefined) {
      if (method === 'GET') return { status: 200, body: [...all.values()] };
      const made = { id: (lastId += 1), ...value };
      all.set(String(made.id), made);
      return { status: 201, body: made };
    }
    const id = decodeURIComponent(rawId);
    const known = all.get(id);
    if (known === undefined) return { status: 404, body: { message: `no ${id} in ${collection}` } };
    if (verb !== undefined) {
      if (method === 'GET') return { status: known[verb] === true ? 204 : 404 };
      all.set(id, { ...known, [verb]: method !== 'DELETE' });
      return { status: 204 };
    }
    if (method === 'DELETE') return { status: all.delete(id) ? 204 : 404 };
    if (method === 'PUT') all.set(id, { id: known['id'], ...value });
    if (method === 'PATCH')
      all.set(id, Array.isArray(value) ? patched(known, value) : { ...known, ...value });
    return { status: 200, body: all.get(id) };
  }

  const backend = {
    ...server,
    ...fresh(),
    /** Forgets all that it stored and saw, and works. */
    reset: (): void => void Object.assign(backend, fresh()),
  };
  return backend;
}
