import { parsePlainJson, writeJson } from '../../foundation/exact-json.js';
import { defined } from '../../foundation/defined.js';
import type { ErrorDetail } from '../../foundation/errors.js';
import { AppError, invalidArguments, platformError } from '../../foundation/errors.js';
import { asObject, asList, isObject } from '../../foundation/json.js';
import { TooMuchJson } from '../../foundation/json-limits.js';
import { KnownSecrets } from '../../foundation/secrets.js';
import { exchangeHttp, OutboundError } from '../../foundation/outbound/exchange-http.js';
import type { TraceHeaders } from '../../foundation/trace-headers.js';
import {
  BytesBody,
  FormBody,
  TextBody,
  type BackendAnswer,
  type BackendRequest,
  type Query,
  type ReadClient,
  type WriteClient,
} from './clients.js';
import { parseUrl } from '../../foundation/parse-url.js';
import * as credentials from './credentials.js';
import type { IsRead, RequestTarget } from './read-rules.js';

export interface BackendClientOptions {
  /** Origin and optional base path, without a trailing slash. */
  baseUrl: string;
  /** The `Authorization` header: the caller's own, or the server's; left out when there is none. */
  authorization?: string | undefined;
  credentials?: readonly credentials.Credential[] | undefined;
  /** Which of those in a query, cookie or body a request carries; absent: all but those in a body. */
  signedBy?: credentials.SignedBy | undefined;
  /** What is cut out of answers beside the credentials that its requests carry: a backend may repeat them. */
  secrets?: KnownSecrets | undefined;
  traceHeaders?: TraceHeaders | undefined;
  signal: AbortSignal;
  timeoutMs?: number | undefined;
  /** The source that people and the model are told of; absent: the business backend. */
  source?: string | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const noSecrets = new KnownSecrets();

type Exchange = WriteClient['exchange'];

/** A {@link ReadClient}: what `isRead` does not know as a read is refused before anything is sent. */
export function createReadClient(options: BackendClientOptions, isRead: IsRead): ReadClient {
  const exchange: Exchange = async (request) => {
    const known = checked(request);
    if (isRead(known)) return exchanged(options, known);
    throw new AppError(
      'write_refused',
      `${known.method} /${known.segments.join('/')} was not sent: tools only read (GET, HEAD, and what their source declares as reads). A change is proposed, and sent once a person has accepted it.`,
    );
  };
  return Object.freeze({ access: 'read', ...methods(exchange) });
}

/** A {@link WriteClient}. Credentials go to `baseUrl` only: redirects are refused, never followed. */
export function createWriteClient(options: BackendClientOptions): WriteClient {
  const exchange: Exchange = async (request) => exchanged(options, checked(request));
  return Object.freeze({ access: 'write', ...methods(exchange) });
}

function methods(exchange: Exchange) {
  const send = async <T>(request: BackendRequest) => jsonOf(await exchange(request)) as T;
  const get = <T>(segments: readonly string[], query?: Query) =>
    send<T>({ method: 'GET', segments, query });
  return { get, send, exchange };
}

const FIELDS = ['method', 'segments', 'path', 'query', 'body', 'headers'];
const METHOD = /^[A-Z][A-Z-]{1,19}$/;

/** Headers that say who calls and where to: the client's own. */
const OWN_HEADERS =
  /^(authorization|proxy-.*|cookie|host|connection|content-length|transfer-encoding|te|upgrade|expect|x-http-method.*|x-method-override)$/i;

/** A request as it is sent: encoded, below a base URL that is not its own. */
interface CheckedRequest extends RequestTarget {
  /** Path and query, encoded; begins with a slash. */
  place: string;
  body: unknown;
  headers: Readonly<Record<string, string>>;
}

/** The request with nothing but what it may state; plugins in plain JavaScript have no types that hold them to it. */
function checked(request: BackendRequest): CheckedRequest {
  const unknown = Object.keys(request).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0) throw badRequest(`has no field ${unknown.join(', ')}`);
  const { method, body } = request;
  if (typeof method !== 'string' || !METHOD.test(method))
    throw badRequest('needs a method in capitals');
  const place = requestPlace(request);
  const [path = '', search] = place.split('?', 2);
  const headers = { ...request.headers };
  const own = Object.keys(headers).filter((name) => OWN_HEADERS.test(name));
  if (own.length > 0) throw badRequest(`cannot set the header ${own.join(', ')}`);
  // What was checked is what is sent, whatever the caller does to its own objects in the meantime.
  return {
    method,
    segments: path.slice(1).split('/').map(decodeURIComponent),
    query: new URLSearchParams(search),
    place,
    body,
    headers,
  };
}

function badRequest(fault: string): AppError {
  return new AppError(
    'write_refused',
    `A request to the backend ${fault}, so nothing was sent. It states ${FIELDS.join(', ')}; the backend's address and credentials are the server's.`,
  );
}

/** Path and query of a request, encoded; rejects what would climb out of the base URL's path. */
export function requestPlace(request: Pick<BackendRequest, 'segments' | 'path' | 'query'>): string {
  const search = searchOf(request.query);
  return search === '' ? pathOf(request) : `${pathOf(request)}?${search}`;
}

function pathOf({ segments, path }: Pick<BackendRequest, 'segments' | 'path'>): string {
  if (path !== undefined && segments === undefined) return encodedPath(path);
  if (path !== undefined || !Array.isArray(segments))
    throw badRequest('needs its path, either as a list of segments or as an encoded path');
  if (!segments.every((segment) => typeof segment === 'string'))
    throw badRequest('needs its segments as texts');
  return `/${segments.map(encodeSegment).join('/')}`;
}

/** What a URL's path may hold; a URL parser would drop or reinterpret anything else. */
const PATH = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/;

function encodedPath(path: unknown): string {
  if (typeof path !== 'string' || !PATH.test(path)) throw unusable(String(path));
  for (const segment of path.split('/')) {
    // A URL parser resolves dot segments away, encoded ones too.
    const decoded = coded(decodeURIComponent, segment);
    if (decoded === '.' || decoded === '..') throw unusable(path);
  }
  return path;
}

/** Rejects what is not encoded, or half of a surrogate pair: no URL can carry it. */
function coded(code: (text: string) => string, segment: string): string {
  try {
    return code(segment);
  } catch {
    throw unusable(segment);
  }
}

const QUERY = /^[A-Za-z0-9\-._~!$&'()*+,;=:@%/?[\]]*$/;

function searchOf(query: Query | string = {}): string {
  if (typeof query === 'string') {
    if (QUERY.test(query)) return query;
    throw badRequest('needs its query encoded');
  }
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  return search.toString();
}

function encodeSegment(segment: string): string {
  // `encodeURIComponent` leaves dots alone, and a URL parser would resolve them away.
  if (segment === '' || segment === '.' || segment === '..') throw unusable(segment);
  return coded(encodeURIComponent, segment);
}

function unusable(segment: string): AppError {
  return invalidArguments(`"${segment}" cannot be used as an id or name here.`);
}

async function exchanged(
  options: BackendClientOptions,
  checked: CheckedRequest,
): Promise<BackendAnswer> {
  const { signal, timeoutMs = TIMEOUT_MS } = options;
  const { method, headers } = checked;
  const own = ownCredentials(options, checked);
  const { place, body, cookie } = credentials.signedRequest(checked, own);
  const request = {
    url: `${options.baseUrl}${place}`,
    method,
    headers: { ...headersOf(options), ...headers, ...cookie, ...contentType(body) },
    ...defined({ body: body === undefined ? undefined : sentBody(body) }),
    signal,
  };
  const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES };
  const answer = await exchangeHttp(request, limits).catch((error: unknown) => {
    throw callError(error, options);
  });
  const { status } = answer;
  if (status >= 300 && status < 400 && status !== 304) {
    // Without its query, which may hold what signs somebody in.
    const to = parseUrl(answer.headers.get('location') ?? '')?.origin ?? 'elsewhere';
    const redirect = `${namedIn(options)} answered with a redirect to ${to}, which is not followed because the call carries a token.`;
    throw platformError(redirect, new Refused(status));
  }
  const { authorization = '', credentials: all = [], secrets = noSecrets } = options;
  const hide = secrets.cutter([authorization, ...all.map(({ value }) => value)]);
  const told = [...answer.headers].map(([name, value]) => [name, hide(value)] as const);
  return { status, headers: Object.fromEntries(told), text: hide(answer.body.toString()) };
}

function ownCredentials(
  { credentials: all = [], signedBy }: BackendClientOptions,
  target: CheckedRequest,
): credentials.Credential[] {
  const places = signedBy?.(target);
  return all.filter(
    (one) =>
      places?.some((place) => credentials.isSamePlace(place, one)) ??
      (one.in === 'query' || one.in === 'cookie'),
  );
}

function headersOf({ authorization, credentials: all = [], traceHeaders }: BackendClientOptions) {
  const accept = 'application/json, */*;q=0.1';
  const headers: Record<string, string> = { accept, ...traceHeaders };
  if (authorization !== undefined) headers['authorization'] = authorization;
  for (const { in: place, name, value } of all)
    if (place === 'header') headers[name.toLowerCase()] = value;
  return headers;
}

function contentType(body: unknown): Record<string, string> {
  if (body === undefined) return {};
  if (body instanceof FormBody)
    return { 'content-type': `multipart/form-data; boundary=${body.boundary}` };
  const isTyped = body instanceof TextBody || body instanceof BytesBody;
  return { 'content-type': isTyped ? body.contentType : 'application/json' };
}

function sentBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof FormBody) return credentials.formBytes(body);
  if (body instanceof BytesBody) return body.content;
  return body instanceof TextBody ? body.text : writeJson(body);
}

/** Refusals that say nothing of a change itself: signed out, not allowed, too many calls. */
export const PASSING: ReadonlySet<number> = new Set([401, 403, 429]);

/** The HTTP status with which the backend refused; undefined when it gave no answer that says so. */
export function refusalStatus(error: unknown): number | undefined {
  const cause = error instanceof AppError ? error.cause : undefined;
  return cause instanceof Refused ? cause.status : undefined;
}

export class Refused {
  constructor(readonly status: number) {}
}

/** Codes of calls that never reached the other side. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

export function wasNeverSent(error: unknown): boolean {
  for (let cause = error; isObject(cause); cause = cause['cause']) {
    if (typeof cause['code'] === 'string' && UNSENT.has(cause['code'])) return true;
  }
  return false;
}

function namedIn({ source }: BackendClientOptions): string {
  return source === undefined ? 'The business backend' : `The source "${source}"`;
}

function callError(error: unknown, options: BackendClientOptions): unknown {
  const { timeoutMs = TIMEOUT_MS } = options;
  const name = namedIn(options);
  if (!(error instanceof OutboundError)) return error;
  if (error.fault === 'cancelled') return new AppError('cancelled', 'The call was cancelled.');
  if (error.fault === 'too_long')
    return platformError(`${name} answered more than 4 MB; ask for fewer rows.`);
  const message =
    error.fault === 'timed_out'
      ? `${name} did not answer within ${timeoutMs / 1000} s. Try again later, or check why it is slow.`
      : `${name} cannot be reached: ${error.message}. Nothing was read or changed. Check that it runs and where its address leads, then try again.`;
  return new AppError('platform_unavailable', message, [], { cause: error });
}

/** Stands for an answer that is not JSON: wrong for a success, of no weight for an error. */
const notJson = Symbol('not JSON');

function jsonOf({ status, text }: BackendAnswer): unknown {
  const value = text === '' ? undefined : parse(text);
  if (status < 200 || status >= 300) throw refusal(status, value);
  if (value !== notJson) return value;
  throw platformError(`The platform answered ${status} with something that is not JSON.`);
}

function parse(text: string): unknown {
  try {
    return parsePlainJson(text);
  } catch (error) {
    if (!(error instanceof TooMuchJson)) return notJson;
    const why = `${error.message}, so it was not read; ask for fewer rows.`;
    throw platformError(`The platform answered with JSON that ${why}`);
  }
}

/** The backend's own words when it answers in the common error shape. */
function refusal(status: number, value: unknown): AppError {
  const body = asObject(asObject(value)['error']);
  const { message: said } = body;
  const message = typeof said === 'string' ? said : `The platform answered ${status}.`;
  const details = asList(body['details']) as ErrorDetail[];
  return new AppError(codeOf(status), message, details, { cause: new Refused(status) });
}

function codeOf(status: number) {
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  if (status >= 500) return 'platform_unavailable';
  return 'platform_error';
}
