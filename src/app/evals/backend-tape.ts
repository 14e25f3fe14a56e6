import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { messageOf } from '../../foundation/errors.js';
import { outboundFetch } from '../../foundation/outbound/exchange-http.js';
import type { TapePosition } from './model/tape.js';

export interface ExchangeEntry extends TapePosition {
  source: string;
  /** `GET /orders?limit=5`, and the digest of a body. */
  request: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  /** In base64 where it is no text. */
  body: string;
  isBinary?: true;
}

/** How the backends of the sources are met: with what was recorded, or really, and then what they say is kept. */
export interface BackendTapeOptions {
  recorded: readonly ExchangeEntry[];
  keep: (entry: ExchangeEntry) => void;
  place: () => TapePosition;
}

export interface TapedBackend {
  url: string;
  close(): Promise<void>;
}

/** What an answer says of itself beside its body; cookies and dates are nobody's business. */
const KEPT_HEADERS = ['content-type', 'etag', 'last-modified', 'link', 'location', 'retry-after'];
/** What belongs to one connection, or would compress what is recorded. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'accept-encoding']);

/** Listens in front of the backend of a source at `baseUrl`; nothing is sent there where there is a recording. */
export async function tapeBackend(
  source: string,
  baseUrl: string,
  { recorded, keep, place }: BackendTapeOptions,
): Promise<TapedBackend> {
  const waiting = new Map<string, ExchangeEntry[]>();
  for (const entry of recorded.filter((one) => one.source === source))
    waiting.set(keyOf(entry), [...(waiting.get(keyOf(entry)) ?? []), entry]);
  const answer = async (
    request: IncomingMessage,
  ): Promise<Omit<ExchangeEntry, keyof TapePosition>> => {
    const at = { scenario: place().scenario, attempt: place().attempt };
    const body = await buffer(request);
    const line = printOf(request, body);
    if (recorded.length > 0) {
      const found = waiting.get(keyOf({ ...at, request: line }))?.shift();
      return found ?? missing(source, line);
    }
    const entry = { ...at, source, request: line, ...(await handOn(baseUrl, request, body)) };
    keep(entry);
    return entry;
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (entry) => send(response, entry),
      (error: unknown) => response.destroy(new Error(messageOf(error))),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close().closeAllConnections();
      await closed;
    },
  };
}

function keyOf({ scenario, attempt, request }: TapePosition & { request: string }): string {
  return JSON.stringify([scenario, attempt, request]);
}

function printOf({ method = 'GET', url = '/' }: IncomingMessage, body: Buffer): string {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return body.length === 0 ? `${method} ${url}` : `${method} ${url} ${digest}`;
}

async function handOn(baseUrl: string, request: IncomingMessage, body: Buffer) {
  const { method = 'GET', url = '/', headers } = request;
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const answer = await outboundFetch(`${baseUrl}${url}`, {
    method,
    headers: sent,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes);
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return {
    status: answer.status,
    headers: Object.fromEntries(kept) as Record<string, string>,
    ...(isText ? { body: text } : { body: bytes.toString('base64'), isBinary: true as const }),
  };
}

function missing(source: string, request: string): Omit<ExchangeEntry, keyof TapePosition> {
  const message = `The recording has no answer to ${request} of "${source}" in this scenario; record it again.`;
  const headers = { 'content-type': 'application/json' };
  return { source, request, status: 501, headers, body: JSON.stringify({ error: message }) };
}

function send(
  response: ServerResponse,
  { status, headers, body, isBinary }: Omit<ExchangeEntry, keyof TapePosition>,
): void {
  response.writeHead(status, headers).end(Buffer.from(body, isBinary ? 'base64' : 'utf8'));
}
