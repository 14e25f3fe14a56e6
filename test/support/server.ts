import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { readConfig, type Environment } from '../../src/app/config/config.js';
import type { EventData, EventType } from '../../src/agentloop/events.js';
import { defined } from '../../src/foundation/defined.js';
import { silentLogger, type Logger } from '../../src/foundation/logger.js';
import { oneModel, type Models } from '../../src/llm/models.js';
import type { LlmProvider } from '../../src/llm/types.js';
import { readServed } from '../../src/app/served/served.js';
import { startServer } from '../../src/app/server.js';
import type { Database } from '../../src/store/database.js';
import { openTestDatabase } from './database.js';
import { call, postJson } from './http-server.js';
import { startSourceWorker } from './openapi/source-worker.js';
import { root } from './template-contents.js';
import { useOpened } from './use-opened.js';

export { answerOf, call, postJson, refusal } from './http-server.js';

/** One event as a client reads it off the wire. */
export type WireEvent = {
  [T in EventType | PluginEventName]: {
    id: number;
    event: T;
    // oxlint-disable-next-line typescript/no-explicit-any -- each plugin's own shape
    data: T extends EventType ? EventData[T] : Record<string, any>;
  };
}[EventType | PluginEventName];

/** What the sample's plugins send beside the server's own events. */
type PluginEventName =
  'workflow_preview' | 'table_config_preview' | 'table_config_validation_error';

/** The whole server on a free port, over a seeded database of its own. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** What a test says of its server; the rest is as usual. */
interface ServerSettings {
  env?: Environment;
  llm?: LlmProvider;
  models?: Models;
  db?: Database;
  /** Path of the config file that is served. */
  configFile?: string;
  /** Files by name, texts or JSON, in a folder of their own; `sextant.yaml` among them is served. */
  files?: Readonly<Record<string, string | object>>;
  /** Takes the server's log; absent: nobody does. */
  logger?: Logger;
}

/** Starts it before the tests of a file, with what is there by then, and closes it after them. */
export function useServer(
  settings: ServerSettings | (() => ServerSettings | Promise<ServerSettings>) = {},
) {
  return useOpened(async () =>
    startTestServer(typeof settings === 'function' ? await settings() : settings),
  );
}

/**
 * Starts the server as `main` does, with settings from `env` and perhaps another model, `llm`, or others
 * by their role. On `db`, the database of another server that outlives this one, when given. Without an
 * embedder, whose loading takes seconds, all tools of an agent are offered; tests of what is selected name one.
 */
export async function startTestServer(options: ServerSettings = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sextant-server-'));
  await shareVectors(dataDir);
  const folder = join(dataDir, 'files');
  await mkdir(folder);
  const { files = {}, logger = silentLogger, llm, models = llm && oneModel(llm) } = options;
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(join(folder, name), text);
  }
  const configFile = files['sextant.yaml'] ? join(folder, 'sextant.yaml') : undefined;
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SAMPLE_DOCUMENTS: 'off',
    EMBEDDER: 'none',
    QUERY_VARIANTS: 'off',
    ...defined({ SEXTANT_CONFIG: options.configFile ?? configFile }),
    ...options.env,
  };
  const served = await readServed(env, dataDir);
  const config = readConfig(env, served.plugins, served.file?.pluginSettings);
  const db = options.db ? { ...options.db, close: async () => {} } : await openTestDatabase();
  const parts = { db, served, startWorker: startSourceWorker, ...defined({ models }) };
  const [server, routes] = await routesDuring(() => startServer(config, logger, parts));
  await indexReady(server.url);
  /** Sends a chat request as JSON, or as given when it is a text. */
  const post = (body: unknown, init?: RequestInit) =>
    postJson(`${server.url}/v1/agent/chat`, body, init);
  return {
    url: server.url,
    /** Where {@link ServerSettings.files} are, and nothing else. */
    folder,
    db,
    /** All that it registered. */
    routes,
    post,
    /** Sends a chat request and reads its stream to the end; fails unless it is a stream. */
    chat: async (body: object, headers: Record<string, string> = {}) =>
      readEvents(await post(body, { headers })),
    /** Calls a route with a JSON body, as the user of `token`. */
    call: (request: Parameters<typeof call>[1], body?: unknown, token?: string) =>
      call(server.url, request, body, token),
    close: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** All tests take the catalogue's vectors from one cache: embedding them takes seconds. */
export async function shareVectors(dataDir: string): Promise<void> {
  const shared = join(root, 'node_modules/.cache/sextant/vectors');
  await mkdir(shared, { recursive: true });
  await symlink(shared, join(dataDir, 'vectors'));
}

/** A first build may take longer than a chat waits for it; tests of the fallback set `EMBEDDER=none`. */
async function indexReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/health/ready`);
    const { parts } = (await answer.json()) as { parts: { tool_index: { detail: string } } };
    if (!parts.tool_index.detail.startsWith('being built')) return;
    await pause(50);
  }
}

/** The events of a streamed answer, as they come. */
export async function* readStream(response: Response): AsyncGenerator<WireEvent> {
  if (response.status !== 200 || response.body === null)
    throw new Error(`no stream: ${response.status} ${await response.text()}`);
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  type Frames = AsyncIterable<{ id: string; event: string; data: string }>;
  for await (const { id, event, data } of events as unknown as Frames)
    yield { id: Number(id), event, data: JSON.parse(data) } as WireEvent;
}

/** The events of a streamed answer up to the one that is `last`, or to its end. */
export async function readEvents(
  response: Response,
  last: (event: WireEvent) => boolean = () => false,
): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  for await (const event of readStream(response)) {
    events.push(event);
    if (last(event)) break;
  }
  return events;
}

/** The bodies of all events of one type. */
export function dataOf<T extends WireEvent['event']>(events: readonly WireEvent[], type: T) {
  const found = events.filter(({ event }) => event === type);
  return found.map(({ data }) => data as Extract<WireEvent, { event: T }>['data']);
}

/** What is said in a stream. */
export const textIn = (events: readonly WireEvent[]) =>
  dataOf(events, 'content_chunk').reduce((text, { chunk }) => text + chunk, '');

/** One route as a server registered it. */
export interface Route {
  method: string;
  /** With its parameters, e.g. `/v1/agent/runs/:id`. */
  path: string;
  /** Whether it answers without a token. */
  open: boolean;
}

/** Every route that servers register while `start` runs, so that a test over all forgets none. */
async function routesDuring<T>(start: () => Promise<T>): Promise<[T, Route[]]> {
  const found: RouteOptions[] = [];
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void found.push(route));
  };
  subscribe('fastify.initialization', watch);
  const started = await start().finally(() => unsubscribe('fastify.initialization', watch));
  // Read last: a hook of a plugin may still change what a route says of itself.
  const routes = found.flatMap(({ method, url, config }) =>
    [method].flat().map((one) => ({ method: one, path: url, open: config?.open === true })),
  );
  return [started, routes];
}

/** Uploads a Markdown document, as the user of `token`, and waits until it can be searched; answers its id. */
export async function addDocument(url: string, title: string, text: string, token?: string) {
  const added = await call(url, 'POST /v1/documents', { title, text, kind: 'markdown' }, token);
  if (added.status >= 300) throw new Error(`not taken in: ${JSON.stringify(added.body)}`);
  const { id } = added.body as { id: string };
  await readyDocument(url, id, token);
  return id;
}

/** Waits until a document can be searched. */
export async function readyDocument(url: string, id: string, token?: string): Promise<void> {
  for (;;) {
    const { body } = await call(url, `GET /v1/documents/${id}`, undefined, token);
    const { state } = body as { state: string };
    if (state === 'failed') throw new Error(`not read: ${JSON.stringify(body)}`);
    if (state === 'ready') return;
    await pause(20);
  }
}
