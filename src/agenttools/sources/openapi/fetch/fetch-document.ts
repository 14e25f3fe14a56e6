import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { AppError, messageOf } from '../../../../foundation/errors.js';
import { parseUrl } from '../../../../foundation/parse-url.js';
import { isPublicAddress, PrivateAddress, publicLookup } from './public-address.js';

/** What a document may be fetched with. */
export interface FetchDocumentOptions {
  signal: AbortSignal;
  maxBytes: number;
  timeoutMs: number;
}

const MAX_REDIRECTS = 3;

/**
 * The text at a URL that the operator named. It is https; plain http only to this machine. A private address
 * is asked only where the URL itself names it (an address, `localhost`), never where a name resolves to one.
 * Redirects stay on the same host. Rejects with `config_error` that says what is wrong.
 */
export async function fetchDocument(
  address: string,
  options: FetchDocumentOptions,
): Promise<string> {
  const start = parseUrl(address);
  if (start === undefined) throw refused(address, 'is no URL');
  const limit = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, limit]);
  try {
    return await follow(start, { ...options, signal });
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (options.signal.aborted)
      throw new AppError('cancelled', 'Reading the document was cancelled.');
    if (limit.aborted)
      throw refused(address, `did not answer within ${options.timeoutMs / 1000} s`);
    throw refused(
      address,
      error instanceof PrivateAddress ? advice(error) : `cannot be read: ${messageOf(error)}`,
    );
  }
}

function advice(error: PrivateAddress): string {
  return `cannot be read: ${error.message}. Write that address into the URL if it is meant, or use a file`;
}

function refused(address: string, why: string): AppError {
  return new AppError('config_error', `${withoutSecrets(address)} ${why}.`);
}

/** A URL as it may stand in a message. */
function withoutSecrets(address: string): string {
  const url = parseUrl(address);
  return url === undefined ? address.slice(0, 200) : `${url.origin}${url.pathname}`;
}

async function follow(start: URL, options: FetchDocumentOptions): Promise<string> {
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    checkUrl(url);
    const response = await ask(url, options.signal);
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) {
      return readText(url, response, options.maxBytes);
    }
    response.destroy();
    const next = parseUrl(headers.location, url);
    if (next === undefined || next.origin !== start.origin) {
      throw refused(
        url.href,
        `answered with a redirect to ${next?.origin ?? 'no URL'}, which is not followed; name the final URL`,
      );
    }
    url = next;
  }
  throw refused(start.href, `was redirected more than ${MAX_REDIRECTS} times`);
}

function checkUrl(url: URL): void {
  const own = isOwnMachine(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && own)) {
    if (url.username + url.password === '') return;
    throw refused(
      url.href,
      'holds a user or password, which would end up in logs; publish the document without, or use a file',
    );
  }
  throw refused(
    url.href,
    url.protocol === 'http:'
      ? 'is plain http; use https, or a file'
      : 'is neither https nor a file path',
  );
}

function isOwnMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** The URL names its address, so the operator has decided. */
function namesItsAddress(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return hostname === 'localhost' || (isIP(bare) !== 0 && !isPublicAddress(bare));
}

function ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const lookup = namesItsAddress(url.hostname) ? {} : { lookup: publicLookup };
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' };
    request(url, { signal, headers, ...lookup }, resolve)
      .on('error', reject)
      .end();
  });
}

async function readText(url: URL, response: IncomingMessage, maxBytes: number): Promise<string> {
  const { statusCode = 0 } = response;
  if (statusCode !== 200) {
    response.destroy();
    throw refused(url.href, `answered ${statusCode}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      response.destroy();
      throw refused(
        url.href,
        `is longer than ${Math.round(maxBytes / 1024 ** 2)} MB, the most that is read`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
