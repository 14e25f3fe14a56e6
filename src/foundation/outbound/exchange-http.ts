import { messageOf } from '../errors.js';
import { isObject } from '../json.js';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

interface OutboundPolicy {
  timeoutMs: number;
  maxBytes: number;
}

interface OutboundRequest {
  url: string | URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
  /** Finds the address that is connected to, which it may refuse. */
  lookup?: LookupFunction;
}

export interface OutboundAnswer {
  status: number;
  headers: Headers;
  /** Not decoded: a document may have 13 MB, for which that takes 50 ms. */
  body: Buffer;
}

export class OutboundError extends Error {
  constructor(
    readonly fault: 'cancelled' | 'timed_out' | 'unreachable' | 'too_long',
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OutboundError';
  }
}

/** The only `fetch` of the server. Redirects are answered, never followed: they would carry credentials along. */
export const outboundFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'manual' });

/** Sends a request and reads the whole answer, whatever its status. Rejects with an {@link OutboundError}. */
export async function exchangeHttp(
  { url, signal, ...init }: OutboundRequest,
  { timeoutMs, maxBytes }: OutboundPolicy,
): Promise<OutboundAnswer> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await answerTo(url, { ...init, signal: AbortSignal.any([signal, limit]) });
    const { status, headers } = response;
    return { status, headers, body: await readBody(response, maxBytes) };
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    const fault = signal.aborted ? 'cancelled' : limit.aborted ? 'timed_out' : 'unreachable';
    throw new OutboundError(fault, failureOf(error), undefined, { cause: error });
  }
}

function answerTo(url: string | URL, init: Omit<OutboundRequest, 'url'>) {
  const { method, body, lookup } = init;
  const isOwn = body !== undefined && (method === 'GET' || method === 'HEAD');
  return isOwn || lookup !== undefined ? sendByNode(url, init) : outboundFetch(url, init);
}

async function readBody(
  { body, status }: Pick<StreamedAnswer | Response, 'body' | 'status'>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OutboundError('too_long', `more than ${maxBytes} bytes`, status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What `fetch` failed of: its own message says nothing, and several addresses tried have only a code. */
function failureOf(error: unknown): string {
  const cause = isObject(error) && isObject(error['cause']) ? error['cause'] : error;
  const message = messageOf(cause);
  return message === '' && isObject(cause) ? String(cause['code']) : message;
}

interface StreamedAnswer {
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array> | null;
}

/** Sends what `fetch` cannot: a GET with a body, and a request to an address that is looked at before. */
async function sendByNode(
  url: string | URL,
  { method, headers, body, ...options }: Omit<OutboundRequest, 'url'>,
): Promise<StreamedAnswer> {
  const target = new URL(url);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(target, { method, headers: { ...headers, ...length }, ...options });
    sent.once('response', resolve).once('error', reject).end(body);
  });
  const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return { status: answer.statusCode ?? 0, headers: new Headers(pairs), body: answer };
}
