import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ReplaySubject } from 'rxjs';
import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { serve } from '../http-server.js';
import type { JsonObject } from '../../../src/foundation/json.js';

type Sent = { headers: IncomingMessage['headers']; body: string };

/** A server of the official SDK, which speaks the protocols of 2025 and 2026; its tools answer their arguments. */
export async function startHttpMcp(tools: Tool[]) {
  const state = { tools };
  const handler = createMcpHandler(() => {
    const capabilities = { tools: { listChanged: true } };
    const server = new Server({ name: 'http', version: '2.0.0' }, { capabilities });
    server.setRequestHandler('tools/list', () => ({ tools: state.tools }));
    server.setRequestHandler('tools/call', ({ params }) => ({
      content: [{ type: 'text', text: JSON.stringify(params.arguments ?? {}) }],
    }));
    return server;
  });
  const requests: Sent[] = [];
  /** What it answers these methods with in place of what they ask for. */
  const odd = new Map<string, () => Response>();
  const http = await serveWeb(async (request, sent) => {
    requests.push(sent);
    const { method } = JSON.parse(sent.body || '{}') as { method?: string };
    return odd.get(method ?? '')?.() ?? handler.fetch(request);
  });
  /** Change its `tools`, and call `changed`. */
  return Object.assign(state, {
    url: `${http.url}/mcp`,
    requests,
    odd,
    changed: () => handler.notify.toolsChanged(),
    close: async () => {
      await handler.close();
      await http.close();
    },
  });
}

/** Serves what answers requests of the web, and tells it what came as it came. */
export function serveWeb(answer: (request: Request, sent: Sent) => Promise<Response>) {
  return serveAsync(async (request, response) => {
    const { headers, method = 'POST' } = request;
    const body = await text(request);
    const init = { method, headers: headers as Record<string, string> };
    const sent = body === '' ? init : { ...init, body };
    const web = new Request(`http://localhost${request.url}`, sent);
    const answered = await answer(web, { headers, body });
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    if (answered.body === null) response.end();
    else Readable.fromWeb(answered.body).pipe(response);
  });
}

type Work = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Serves what takes its time; what it throws is answered with 500. */
function serveAsync(work: Work) {
  return serve((request, response) => {
    work(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
}

type Call = { id?: number; method?: string; params?: JsonObject };
const callIn = async (request: IncomingMessage) =>
  JSON.parse((await text(request)) || '{}') as Call;

/** A server of 2025 that keeps sessions, over plain JSON; `forget` makes it answer 404 to those it had. */
export async function startSessionMcp(tools: readonly unknown[]) {
  let session = 0;
  const calls: string[] = [];
  const info = { capabilities: { tools: {} }, serverInfo: { name: 'sessions', version: '1' } };
  const http = await serveAsync(async (request, response) => {
    const { id, method = '', params } = await callIn(request);
    if (request.method !== 'POST') return response.writeHead(405).end();
    const isKnown = request.headers['mcp-session-id'] === String(session);
    if (method !== 'initialize' && !isKnown)
      return response.writeHead(method === 'server/discover' ? 400 : 404).end();
    if (id === undefined) return response.writeHead(202).end();
    if (method === 'initialize') session += 1;
    if (method === 'tools/call') calls.push(String(params?.['name']));
    const results: Record<string, object> = {
      initialize: { protocolVersion: '2025-11-25', ...info },
      'tools/list': { tools },
    };
    const result = results[method] ?? { content: [{ type: 'text', text: `session ${session}` }] };
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': `${session}` });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const forget = () => void (session += 100);
  return { url: `${http.url}/mcp`, calls, forget, close: () => http.close() };
}

/**
 * A server of 2026 over plain JSON, which sends whatever list it is given; `list` are further members of its answer, `more`
 * its results by method, of which a list is given one after the other and its last again and again.
 */
export async function startRawMcp(
  tools: readonly unknown[],
  list: object = {},
  more: Readonly<Record<string, readonly object[]>> = {},
) {
  const asked: Required<Omit<Call, 'id'>>[] = [];
  const asked$ = new ReplaySubject<(typeof asked)[number]>();
  const answered = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const capabilities = { tools: {} };
  const answers: Record<string, object> = {
    'server/discover': { ...answered, supportedVersions: ['2026-07-28'], capabilities },
    'tools/list': { ...answered, tools, ...list },
  };
  const http = await serveAsync(async (request, response) => {
    const { id, method = '', params = {} } = await callIn(request);
    const times = asked.filter((one) => one.method === method).length;
    asked.push({ method, params });
    asked$.next({ method, params });
    const result = answers[method] ?? more[method]?.[times] ?? more[method]?.at(-1);
    if (result === undefined) return response.writeHead(405).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    const body = 'code' in result ? { error: result } : { result };
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  });
  return { url: `${http.url}/mcp`, asked, asked$, close: () => http.close() };
}
