import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/foundation/json.js';
import { serve } from './http-server.js';

/** A request as the backend saw it. */
type SeenRequest = { method: string; url: string; authorization: unknown; body: unknown };

/** Its OpenAPI document. */
export const flagsDocument = readYaml('openapi/flags.yaml') as JsonObject;

/** Starts a small backend of somebody else's, in memory: one project, `web`, and two feature flags. */
export async function startFlagsBackend() {
  const seen: SeenRequest[] = [];
  const flags: Flags = new Map([
    ['dark-mode', { id: 'dark-mode', name: 'dark-mode', enabled: true, description: 'Dark theme' }],
    ['beta-cart', { id: 'beta-cart', name: 'beta-cart', enabled: false, description: 'New cart' }],
  ]);
  const server = await serve((request, response) => {
    void bodyOf(request).then((value) => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, authorization: headers.authorization, body: value });
      const [status, answer] = answerTo(method, url, value as JsonObject, flags);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(answer === undefined ? '' : JSON.stringify(answer));
    });
  });
  return { ...server, seen, flags };
}

/** JSON as its value; a form as its fields in order, files with their content. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  const sent = await buffer(request);
  if (!type.startsWith('multipart/'))
    return sent.length === 0 ? undefined : JSON.parse(sent.toString());
  const form = await new Response(sent, { headers: { 'content-type': type } }).formData();
  const told = async ([field, value]: [string, string | File]) =>
    typeof value === 'string'
      ? [field, value]
      : [field, value.name, value.type, await value.text()];
  return Promise.all([...form].map(told));
}

type Flags = Map<string, JsonObject>;
function answerTo(method: string, url: string, body: JsonObject, flags: Flags): [number, unknown?] {
  const [path = ''] = url.split('?');
  const [, first, project, , id] = path.split('/');
  if (path === '/projects') return [200, [{ id: 'web', name: 'Web shop' }]];
  const all = [...flags.values()];
  const isFound = ({ name }: JsonObject) => String(name).includes(String(body['text']));
  if (path === '/search') return [200, all.filter(isFound)];
  if (first !== 'projects' || project !== 'web') return [404, { message: 'no such project' }];
  if (id === undefined && method === 'GET') return [200, all];
  if (id === undefined) {
    const flag = { id: String(body['name']), enabled: false, ...body };
    flags.set(flag.id, flag);
    return [201, flag];
  }
  const flag = flags.get(id);
  if (flag === undefined) return [404, { message: `no flag ${id}` }];
  if (url.endsWith('/designs')) return [201, { id: 'design-1' }];
  if (method === 'DELETE') return [flags.delete(id) ? 204 : 404];
  if (method === 'PATCH') flags.set(id, { ...flag, ...body });
  return [200, flags.get(id)];
}

interface Tickets {
  server: Server;
  tickets: { id: number; status: string; version: number }[];
  requests: string[];
}

/** The backend of the example of tickets, on a free port. */
export async function startTickets() {
  const module = new URL('../../examples/tickets-plugin/tickets-backend.mjs', import.meta.url);
  const { ticketsBackend } = (await import(module.href)) as { ticketsBackend: () => Tickets };
  const { server, ...backend } = ticketsBackend();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...backend, url, close: () => server.close().closeAllConnections() };
}

/** The value of a YAML file, by its path from this folder. */
export function readYaml(path: string): unknown {
  return parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

/** The OpenAPI document of somebody else's shop, whose orders have every kind of field that a form can draw. */
export const shopDocument = readYaml('openapi/shop.yaml') as JsonObject;
