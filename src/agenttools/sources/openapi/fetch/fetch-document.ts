import { isIP, type LookupFunction } from 'node:net';
import { lookup, type LookupAddress } from 'node:dns';
import { open, stat } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import { AppError, configError, messageOf } from '../../../../foundation/errors.js';
import {
  exchangeHttp,
  OutboundError,
  type OutboundAnswer,
} from '../../../../foundation/outbound/exchange-http.js';
import { isLoopback, parseUrl } from '../../../../foundation/parse-url.js';
import type { Credential } from '../../credentials.js';
import { defined } from '../../../../foundation/defined.js';
import type { DocumentLimits } from '../document/parse-text.js';

interface FetchDocumentOptions {
  signal: AbortSignal;
  maxBytes: number;
  timeoutMs: number;
  /** The URL as it may stand in a message; absent: without its query. */
  shown?: string;
  /** Sent to the origin of the URL and to no other. */
  credentials?: readonly Credential[];
}

const MAX_REDIRECTS = 3;

export class SignInNeeded extends AppError {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super('config_error', message);
  }
}

/** By https, or http to this machine; a private address only where the URL names it; redirects on the same origin. */
export async function fetchDocument(
  address: string,
  options: FetchDocumentOptions,
): Promise<Buffer> {
  const { shown = withoutQuery(address) } = options;
  const refuse = (why: string): AppError => configError(`${shown} ${why}.`);
  const start = parseUrl(address);
  if (start === undefined) throw refuse('is no URL');
  const limit = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, limit]);
  try {
    return await follow(start, { ...options, signal, shown }, refuse);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (options.signal.aborted)
      throw new AppError('cancelled', 'Reading the document was cancelled.');
    if (limit.aborted) throw refuse(`did not answer within ${options.timeoutMs / 1000} s`);
    if (error instanceof OutboundError && error.fault === 'too_long') {
      const most = Math.round(options.maxBytes / 1024 ** 2);
      throw refuse(`is longer than ${most} MB, the most that is read`);
    }
    const { cause } = error as Error;
    if (!(cause instanceof PrivateAddress)) throw refuse(`cannot be read: ${messageOf(error)}`);
    const advice = 'Write that address into the URL if it is meant, or use a file';
    throw refuse(`cannot be read: ${cause.message}. ${advice}`);
  }
}

type Refuse = (why: string) => AppError;
type FollowOptions = FetchDocumentOptions & { shown: string };

function withoutQuery(address: string): string {
  const url = parseUrl(address);
  return url === undefined ? address.slice(0, 200) : `${url.origin}${url.pathname}`;
}

async function follow(start: URL, options: FollowOptions, refuse: Refuse): Promise<Buffer> {
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    checkUrl(url, refuse);
    const answer = await ask(url, options);
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null) {
      return bodyOf(answer, options, refuse);
    }
    const next = parseUrl(location, url);
    const to = `to ${next?.origin ?? 'no URL'}, which is not followed; name the final URL`;
    if (next?.origin !== start.origin) throw refuse(`answered with a redirect ${to}`);
    url = next;
  }
  throw refuse(`was redirected more than ${MAX_REDIRECTS} times`);
}

function checkUrl(url: URL, refuse: Refuse): void {
  const isPlain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(isPlain && isLoopback(url.hostname)))
    throw refuse(
      isPlain ? 'is plain http; use https, or a file' : 'is neither https nor a file path',
    );
  const why =
    'holds a user or password, which would end up in logs; put a key into it as ${VARIABLE}, or use a file';
  if (url.username + url.password !== '') throw refuse(why);
}

function ask(
  address: URL,
  { signal, credentials = [], timeoutMs, maxBytes }: FollowOptions,
): Promise<OutboundAnswer> {
  const { url, headers } = signed(address, credentials);
  // Where the URL names its address the operator has decided.
  const lookup = isPrivateHost(url.hostname) ? undefined : publicLookup;
  const request = { url, method: 'GET', headers: { ...headers, accept: ACCEPT }, signal, lookup };
  return exchangeHttp(request, { timeoutMs, maxBytes });
}

/** Fields of a body are for writes. */
function signed(address: URL, credentials: readonly Credential[]) {
  const url = new URL(address);
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const { in: place, name, value } of credentials) {
    if (place === 'query') url.searchParams.set(name, value);
    else if (place === 'cookie') cookies.push(`${name}=${value}`);
    else if (place === 'header') headers[name] = value;
  }
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ');
  return { url, headers };
}

const ACCEPT = 'application/json, application/yaml, text/yaml, */*;q=0.5';

function bodyOf(
  { status, body }: OutboundAnswer,
  { shown, credentials }: FollowOptions,
  refuse: Refuse,
): Buffer {
  if (status === 401 || status === 403) {
    const why = credentials === undefined ? UNSIGNED : REFUSED;
    throw new SignInNeeded(status, `${shown} answered ${status}: ${why}`);
  }
  if (status !== 200) throw refuse(`answered ${status}`);
  if (body.toString('utf8', 0, 1000).trimStart().startsWith('<'))
    throw refuse(`answered with ${WEB_PAGE}`);
  return body;
}

const WEB_PAGE =
  'a web page in place of a document: most often a page to sign in, or one that shows the document. Name the address of the JSON or YAML itself, or save that as a file';

const UNSIGNED =
  'the document is there only for those who sign in, and it was read without sign-in. An auth of { bearer_env: VARIABLE } or { header: NAME, env: VARIABLE } is sent for the document too where it is on the host of base_url; a key in its address is written ${VARIABLE}; or save the document as a file.';
const REFUSED =
  'it does not take the credential of auth. Look whether the variable that auth names holds a valid one, or save the document as a file.';

/** True for an address of the public internet: not private, loopback, link-local, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address inside an IPv6 one is judged as what it is.
  return ipaddr.process(address).range() === 'unicast';
}

/** True for this machine and for an address that is not public. */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? isLoopback(bare) : !isPublicAddress(bare);
}

class PrivateAddress extends Error {
  constructor(host: string, address: string) {
    super(`${host} resolves to ${address}, which is not a public address`);
    this.name = 'PrivateAddress';
  }
}

/** The socket connects to exactly what was checked: a name cannot resolve to something else a moment later. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    if (refused) return callback(new PrivateAddress(host, refused.address), '', 0);
    const [first] = addresses as [LookupAddress, ...LookupAddress[]];
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

export type DocumentPlace = { file: string } | DocumentUrl | { text: string };

export interface DocumentUrl {
  /** May hold a secret. */
  url: string;
  /** As the config file writes it, without the values of variables: what messages name. */
  shown?: string;
  /** For the origin of `url` alone. */
  credentials?: readonly Credential[];
}

interface DocumentBytes {
  bytes: Buffer;
  /** Why it was read without the credentials there are; empty where none were given up. */
  unsigned: string;
}

const FETCH_TIMEOUT_MS = 30_000;

/** The bytes of a document; rejects with `config_error` that says where it was looked for and what is wrong. */
export async function readDocument(
  place: DocumentPlace,
  limits: Pick<DocumentLimits, 'bytes'>,
  signal: AbortSignal,
): Promise<DocumentBytes> {
  if ('text' in place) return { bytes: Buffer.from(place.text), unsigned: '' };
  if ('url' in place) return fetchBytes(place, limits.bytes, signal);
  try {
    return { bytes: await readFileBytes(place.file, limits.bytes, signal), unsigned: '' };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal.aborted) throw new AppError('cancelled', 'Reading the document was cancelled.');
    throw configError(`${place.file} cannot be read: ${messageOf(error)}.`);
  }
}

/** A document that refuses the credentials may be there for all: what they may see is better than nothing. */
async function fetchBytes(
  { url, shown, credentials }: DocumentUrl,
  maxBytes: number,
  signal: AbortSignal,
): Promise<DocumentBytes> {
  const options = { signal, maxBytes, timeoutMs: FETCH_TIMEOUT_MS, ...defined({ shown }) };
  if (credentials === undefined) return { bytes: await fetchDocument(url, options), unsigned: '' };
  try {
    return { bytes: await fetchDocument(url, { ...options, credentials }), unsigned: '' };
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error;
    const bytes = await fetchDocument(url, options).catch(() => {
      throw error;
    });
    return { bytes, unsigned: `with the credential of auth its address answered ${error.status}` };
  }
}

/** Its size is asked of the open file, and the file then read no further. */
async function readFileBytes(path: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  // Before it is opened: that of a pipe waits for its other end.
  if (!(await stat(path)).isFile()) throw configError(`${path} is no file.`);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > maxBytes) {
      const [found, most] = [size, maxBytes].map((bytes) => Math.round(bytes / 1024 ** 2));
      throw configError(`${path} has ${found} MB; documents up to ${most} MB are read.`);
    }
    return await file.readFile({ signal });
  } finally {
    await file.close();
  }
}
