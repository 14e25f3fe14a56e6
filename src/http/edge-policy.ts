import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AppError, invalidRequest } from '../foundation/errors.js';
import { parseUrl } from '../foundation/parse-url.js';

/** Which pages may call the server from a browser, and under which names it is reached. */
export interface EdgePolicy {
  /** Origins of other pages that may call, as browsers write them (`https://app.example.com`). */
  corsOrigins: readonly string[];
  /** Host names beside addresses and `localhost` that requests may be for; undefined allows all. */
  hosts: readonly string[] | undefined;
}

/** Nobody but the server's own page, reached by address or as `localhost`. */
export const closedEdge: EdgePolicy = { corsOrigins: [], hosts: [] };

interface RequestSource {
  method: string;
  headers: {
    host?: string | undefined;
    origin?: string | undefined;
    'sec-fetch-site'?: string | string[] | undefined;
  };
}

/** `invalid_request` without exactly one host, with a whole URL or no path as target, or a NUL in it. */
export function checkAddress({
  headers,
  rawHeaders,
  httpVersion,
  url = '',
}: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1')
    throw invalidRequest('The request has no Host header, which HTTP/1.1 demands.');
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1)
    throw invalidRequest(
      'The request has more than one Host header. Send one, with the name of this server.',
    );
  if (!url.startsWith('/') && url !== '*')
    throw invalidRequest(
      'The target of the request must be a path, such as /v1/agent/info; this server is no proxy.',
    );
  if (!url.includes('%00')) return;
  throw invalidRequest(
    'The URL holds a NUL character (%00), which no text here can. Leave it out.',
  );
}

/** Methods that change nothing: another page can send them, but not read the answer. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `origin_refused` for other sites' pages: a foreign name, or a change from an origin not allowed. */
export function checkSource({ method, headers }: RequestSource, policy: EdgePolicy): void {
  const { host, origin } = headers;
  if (host !== undefined && !isKnownHost(host, policy.hosts))
    throw new AppError(
      'origin_refused',
      `This server is not known as ${shown(host)}, so the request is refused: a page could reach it under a name of its own. Call it by its address or as localhost, or add the name to ALLOWED_HOSTS.`,
    );
  if (SAFE_METHODS.has(method)) return;
  if (origin === undefined) {
    const site = headers['sec-fetch-site'];
    if (site === 'cross-site' || site === 'same-site') throw foreignOrigin('another site');
    return;
  }
  if (policy.corsOrigins.includes(origin) || isOwn(origin, host)) return;
  throw foreignOrigin(`the origin ${shown(origin)}`);
}

/** Foreign names can point here (DNS rebinding), and their pages then have our origin; addresses cannot. */
function isKnownHost(host: string, hosts: EdgePolicy['hosts']): boolean {
  if (hosts === undefined) return true;
  const name = parseUrl(`http://${host}`)?.hostname;
  if (name === undefined) return false;
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || name === 'localhost' || name.endsWith('.localhost') || hosts.includes(name);
}

/** The scheme is not compared: behind a proxy that ends TLS the server does not know its own. */
function isOwn(origin: string, host: string | undefined): boolean {
  const from = parseUrl(origin);
  if (host === undefined || from === undefined || from.host === '') return false;
  return parseUrl(`${from.protocol}//${host}`)?.host === from.host;
}

function foreignOrigin(from: string): AppError {
  return new AppError(
    'origin_refused',
    `This request comes from a page of ${from}, which may not change anything here. If that page is yours, add its origin to CORS_ORIGINS; if a proxy stands before the server, let it pass on the Host header.`,
  );
}

function shown(value: string): string {
  return JSON.stringify(value.slice(0, 200));
}

/** Headers of every answer: data that loads nothing, stands in no frame and in no cache. TLS, and HSTS, are a proxy's. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
