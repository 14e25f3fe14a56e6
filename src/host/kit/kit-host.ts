import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstValueFrom, timeout } from 'rxjs';
import { type ReadRule, readsOf } from '../../agenttools/sources/read-rules.js';
import type { Tool } from '../../agenttools/tool.js';
import { openPlugin, type OpenedPlugin } from '../open-plugin.js';
import { type AnyPlugin, type PluginHost, backendAddress, unknownBackend } from '../plugin.js';
import { createBackend } from '../../agenttools/sources/backend.js';
import { jsonOrText, writeJson } from '../../foundation/exact-json.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { ReadClient } from '../../agenttools/sources/clients.js';
import { AppError } from '../../foundation/errors.js';

/** What a plugin is tried with beside its backends, which record. */
export interface KitHostParts {
  settings: unknown;
  host: Omit<PluginHost, 'settings' | 'backend' | 'hasBackend' | 'createBackend'>;
  /** Those that plugins can ask for, by name. Reads go on to `from`; absent: answers are made up. */
  backends: Readonly<Record<string, { reads: readonly ReadRule[]; from?: string }>>;
  /** Reads of the backends that a plugin makes are handed on to where they are. */
  handsOn: boolean;
}

/** A plugin that was opened on backends that record. */
export interface TriedPlugin extends OpenedPlugin {
  tools: readonly Tool[];
  backends: readonly RecordingBackend[];
}

const TOOLS_LIMIT_MS = 10_000;

export async function tryPlugin(plugin: AnyPlugin, parts: KitHostParts): Promise<TriedPlugin> {
  const recorders = new Map<string, RecordingBackend>();
  const made: RecordingBackend[] = [];
  const host: PluginHost = {
    ...parts.host,
    settings: parts.settings,
    hasBackend: (name) => Object.hasOwn(parts.backends, name),
    backend: (name) => {
      const known = parts.backends[name] ?? unknownBackend(name, Object.keys(parts.backends));
      const one = recorders.get(name) ?? recordingBackend(known);
      recorders.set(name, one);
      return one.backend;
    },
    createBackend: ({ baseUrl, reads = [] }) => {
      const address = backendAddress(baseUrl, plugin.name);
      const one = recordingBackend({ reads, from: parts.handsOn ? address : undefined });
      made.push(one);
      return one.backend;
    },
  };
  const all = () => [...recorders.values(), ...made];
  const closeAll = async () => {
    for (const one of all()) await one.close();
  };
  try {
    const opened = await openPlugin(plugin, host);
    await Promise.all(all().map(({ ready }) => ready));
    const tools: Tool[] = [];
    for (const { tools$ } of opened.sources)
      tools.push(...(await firstValueFrom(tools$.pipe(timeout(TOOLS_LIMIT_MS)))));
    const close = async () => {
      for (const source of opened.sources) await source.close?.();
      await opened.stop(0);
      await opened.close();
      await closeAll();
    };
    return { ...opened, close, tools, backends: all() };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

type RecordingBackend = ReturnType<typeof recordingBackend>;

/** Kept from before anybody watches it: what is handed on is not the plugin's own. */
const { fetch: handOnFetch } = globalThis;

/** Answers of this size are enough to be read by a tool. */
const MAX_BODY = 1024 * 1024;

/** A backend on this machine that notes what reaches it: reads go on to `from`; all else gets what looks like an answer. */
function recordingBackend(options: { reads?: readonly ReadRule[]; from?: string | undefined }) {
  const { reads = [], from } = options;
  const isRead = readsOf(reads);
  /** Each as `PATCH /tickets/3`. */
  const requests: { line: string; isRead: boolean }[] = [];
  const server = createServer((request, response) => {
    void answerTo(request).then(
      (answer) => send(response, answer),
      () => send(response, { status: 500, text: '{}' }),
    );
  });
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const { method = 'GET', url = '/' } = request;
    const { pathname, searchParams } = new URL(url, 'http://backend');
    const segments = pathname.split('/').filter((segment) => segment !== '');
    const read = isRead({ method, segments, query: searchParams });
    requests.push({ line: `${method} ${pathname}`, isRead: read });
    const body = await textOf(request);
    if (read && from !== undefined) return handOn(`${from}${url}`, request, body);
    return { status: 200, text: writeJson(madeUp(segments, body)) };
  };
  const ready = once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** Known once it is `ready`. */
    get origin() {
      return origin();
    },
    ready,
    backend: createBackend({ baseUrl: origin, reads }),
    requests,
    close: async () => {
      const closed = once(server, 'close');
      server.close().closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  status: number;
  text: string;
}

function send(response: ServerResponse, { status, text }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(text);
}

async function handOn(url: string, request: IncomingMessage, body: string): Promise<Answer> {
  const { method = 'GET', headers } = request;
  const kept = Object.entries(headers).filter(([name]) =>
    ['authorization', 'content-type', 'accept'].includes(name),
  );
  const answer = await handOnFetch(url, {
    method,
    headers: Object.fromEntries(kept) as Record<string, string>,
    ...(body === '' ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** One thing that has the id that was asked for, and what was sent of it. */
function madeUp(segments: readonly string[], body: string): JsonObject {
  const last = segments.at(-1) ?? '';
  const sent = jsonOrText(body);
  return {
    id: /^\d{1,15}$/.test(last) ? Number(last) : last,
    name: 'sample',
    title: 'sample',
    version: 1,
    items: [],
    total: 0,
    ...(isObject(sent) ? sent : {}),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > MAX_BODY) return '';
  }
  return text;
}

/** A read client that also notes each write it refuses: a tool may swallow the refusal. */
export function notingRefusals(read: ReadClient, refused: string[]): ReadClient {
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError && error.code === 'write_refused') refused.push(error.message);
      throw error;
    }
  };
  return Object.freeze({
    access: 'read' as const,
    get: <T>(...given: Parameters<ReadClient['get']>) => noted(read.get<T>(...given)),
    send: <T>(...given: Parameters<ReadClient['send']>) => noted(read.send<T>(...given)),
    exchange: (...given: Parameters<ReadClient['exchange']>) => noted(read.exchange(...given)),
  });
}

/** Stops and notes writes that a plugin sends by `fetch` itself; reads, and requests to `own`, pass. */
export async function withoutOwnWrites<T>(
  own: readonly string[],
  stopped: string[],
  work: () => Promise<T>,
): Promise<T> {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { method, url } =
      input instanceof Request ? input : { method: 'GET', url: String(input) };
    const { origin, pathname } = new URL(url);
    const used = init?.method?.toUpperCase() ?? method;
    if (own.includes(origin) || onlyReads(used, init?.body)) return original(input, init);
    stopped.push(`${used} ${origin}${pathname}`);
    throw new AppError('write_refused', 'The conformance kit stops writes that are sent by fetch.');
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = original;
  }
}

function onlyReads(method: string, body: unknown): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return true;
  const sent: unknown = typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : {};
  const query: unknown = isObject(sent) ? sent['query'] : undefined;
  return typeof query === 'string' && !query.includes('mutation');
}

export interface Finding {
  /** `note`: could not be tried, or worth a look; it fails nothing. */
  state: 'passed' | 'failed' | 'note';
  check: string;
  /** What is wrong and what to do next, or how much was looked at. */
  detail: string;
}

const found = (state: Finding['state']) => (check: string, detail: string) => {
  return { state, check, detail };
};
export const [passed, failed, note] = [found('passed'), found('failed'), found('note')];

/** The findings of several things under one check: what failed, or that all of them hold. */
export function verdict(check: string, faults: readonly string[], held: string): Finding[] {
  if (faults.length === 0) return [passed(check, held)];
  return faults.map((fault) => failed(check, fault));
}

const LABELS = { passed: 'ok    ', failed: 'FAILED', note: 'note  ' } as const;

/** A line for each finding, and how many failed. */
export function reportText(plugin: string, findings: readonly Finding[]): string {
  const lines = findings.map(({ state, check, detail }) => `${LABELS[state]} ${check}: ${detail}`);
  const wrong = findings.filter(({ state }) => state === 'failed').length;
  const end =
    wrong === 0
      ? `${plugin} holds its contract.`
      : `${plugin}: ${wrong} of ${findings.length} failed.`;
  return [...lines, end].join('\n');
}
