import { defined } from '../../src/foundation/defined.js';
import { createServer, type RequestListener, type Server, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local HTTP server on a free port. */
export interface TestServer {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  port: number;
  server: Server;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Starts a server that answers with `listener`. */
export async function serve(listener: RequestListener, at = 0): Promise<TestServer> {
  // No client finds its idle connection closed under its hands, however busy the machine is.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, server, close };
}

/** An answer of the server: status and parsed body, `undefined` when there is none. */
export interface ApiAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever was answered
  body: any;
}

/** Calls a route of a running server with a JSON body, as the user of `token`. */
export async function call(
  url: string,
  request: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
  body?: unknown,
  token?: string,
): Promise<ApiAnswer> {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: defined({
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      'content-type': body === undefined ? undefined : 'application/json',
    }),
    ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }),
  });
  return answerOf(response);
}

/** What was answered. */
export async function answerOf(response: Response): Promise<ApiAnswer> {
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Posts JSON, or a text as it is. */
export function postJson(url: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', ...init.headers };
  return fetch(url, { method: 'POST', body: text, ...init, headers });
}

/** What is answered where a request is refused. */
export function refusal(status: number, code: string, more: object = {}) {
  return { status, body: { error: { code, ...more } } };
}

type RawAnswer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };

/** Sends what `fetch` would tidy up: the path letter by letter, and a header several times. */
export async function rawRequest(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  body = '',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject).on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on('error', reject).end(body);
  });
}
