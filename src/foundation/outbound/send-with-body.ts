import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** What is read of an answer. */
export interface StreamedAnswer {
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array> | null;
}

/**
 * Sends a GET or HEAD with a body, which search engines take and `fetch` refuses. Redirects are answered as
 * they are.
 */
export async function sendWithBody(
  url: string | URL,
  init: {
    method: string;
    headers: Readonly<Record<string, string>>;
    body: string | Uint8Array<ArrayBuffer>;
    signal: AbortSignal;
  },
): Promise<StreamedAnswer> {
  const { method, headers, body, signal } = init;
  const target = new URL(url);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(target, { method, headers: { ...headers, ...length }, signal });
    sent.once('response', resolve).once('error', reject).end(body);
  });
  const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return { status: answer.statusCode ?? 0, headers: new Headers(pairs), body: answer };
}
