import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ReplaySubject } from 'rxjs';
import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { serve } from '../http-server.js';
import type { JsonObject } from '../../../src/foundation/json.js';

/** A running server of MCP over HTTP, and what it was sent. */
export interface HttpMcp {
  url: string;
  requests: { headers: IncomingMessage['headers']; body: string }[];
  /** The tools it lists; change them and call `changed`. */
  tools: Tool[];
  changed(): void;
  /** Methods that it answers with 400. */
  refused: Set<string>;
  close(): Promise<void>;
}

/** A server of the official SDK, which speaks the protocols of 2025 and 2026; its tools answer their arguments. */
export async function startHttpMcp(tools: Tool[]): Promise<HttpMcp> {
  const state = { tools };
  const handler = createMcpHandler(() => {
    const server = new Server(
      { name: 'http', version: '2.0.0' },
      { capabilities: { tools: { listChanged: true } } },
    );
    server.setRequestHandler('tools/list', () => ({ tools: state.tools }));
    server.setRequestHandler('tools/call', ({ params }) => ({
      content: [{ type: 'text', text: JSON.stringify(params.arguments ?? {}) }],
    }));
    return server;
  });
  const requests: HttpMcp['requests'] = [];
  const refused = new Set<string>();
  const http = await serveWeb(async (request, sent) => {
    requests.push(sent);
    const { method } = JSON.parse(sent.body || '{}') as { method?: string };
    if (refused.has(method ?? '')) return new Response('', { status: 400 });
    return handler.fetch(request);
  });
  return {
    url: `${http.url}/mcp`,
    requests,
    refused,
    get tools() {
      return state.tools;
    },
    set tools(next) {
      state.tools = next;
    },
    changed: () => handler.notify.toolsChanged(),
    close: async () => {
      await handler.close();
      await http.close();
    },
  };
}

/** Serves what answers requests of the web, and tells it what came as it came. */
export function serveWeb(
  answer: (
    request: Request,
    sent: { headers: IncomingMessage['headers']; body: string },
  ) => Promise<Response>,
) {
  return serve((request, response) => {
    const exchange = async () => {
      const { headers } = request;
      const body = await textOf(request);
      const web = new Request(`http://localhost${request.url}`, {
        method: request.method ?? 'POST',
        headers: headers as Record<string, string>,
        ...(body === '' ? {} : { body }),
      });
      const answered = await answer(web, { headers, body });
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      if (answered.body === null) response.end();
      else Readable.fromWeb(answered.body).pipe(response);
    };
    exchange().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
}

/** A server of 2025 that keeps sessions, over plain JSON; `forget` makes it answer 404 to those it had. */
export async function startSessionMcp(tools: readonly unknown[]) {
  let session = 0;
  const calls: string[] = [];
  const http = await serve((request, response) => {
    const answer = async () => {
      const { id, method, params } = JSON.parse((await textOf(request)) || '{}') as {
        id?: number;
        method?: string;
        params?: { name: string };
      };
      if (request.method !== 'POST') return response.writeHead(405).end();
      const isKnown = request.headers['mcp-session-id'] === String(session);
      if (method !== 'initialize' && !isKnown)
        return response.writeHead(method === 'server/discover' ? 400 : 404).end();
      if (id === undefined) return response.writeHead(202).end();
      if (method === 'initialize') session += 1;
      if (method === 'tools/call') calls.push(params?.name ?? '');
      const result =
        method === 'initialize'
          ? {
              protocolVersion: '2025-11-25',
              capabilities: { tools: {} },
              serverInfo: { name: 'sessions', version: '1' },
            }
          : method === 'tools/list'
            ? { tools }
            : { content: [{ type: 'text', text: `session ${session}` }] };
      response.writeHead(200, {
        'content-type': 'application/json',
        'mcp-session-id': String(session),
      });
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    url: `${http.url}/mcp`,
    calls,
    forget: () => {
      session += 100;
    },
    close: () => http.close(),
  };
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
  const asked: { method: string; params: JsonObject }[] = [];
  const asked$ = new ReplaySubject<{ method: string; params: JsonObject }>();
  const answered = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const capabilities = { tools: {} };
  const answers: Record<string, object> = {
    'server/discover': { ...answered, supportedVersions: ['2026-07-28'], capabilities },
    'tools/list': { ...answered, tools, ...list },
  };
  const http = await serve((request, response) => {
    const answer = async () => {
      const sent = JSON.parse((await textOf(request)) || '{}') as { id?: number; method?: string };
      const { method = '', params = {} } = sent as { method?: string; params?: JsonObject };
      const times = asked.filter((one) => one.method === method).length;
      asked.push({ method, params });
      asked$.next({ method, params });
      const result = answers[method] ?? more[method]?.[times] ?? more[method]?.at(-1);
      if (result === undefined) return response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      const body = 'code' in result ? { error: result } : { result };
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: sent.id, ...body }));
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return { url: `${http.url}/mcp`, asked, asked$, close: () => http.close() };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
