import { fetchFailureOf, readBounded } from '../foundation/api-answers.js';
import { AppError, type ErrorDetail } from '../foundation/errors.js';
import { isObject, type JsonObject } from '../foundation/json.js';
import type { TraceHeaders } from '../foundation/trace-headers.js';
import { JsonText, type Platform, type Query } from './platform.js';

/** Where the platform is and on whose behalf it is called. */
export interface HttpPlatformOptions {
  /** Origin and optional base path, without a trailing slash. */
  baseUrl: string;
  /** The caller's own `Authorization` header; left out when the caller sent none. */
  authorization?: string;
  /** Headers of W3C Trace Context, sent with each request. */
  traceHeaders?: TraceHeaders;
  /** Ends every call made through this client. */
  signal: AbortSignal;
  /** Time limit of one call in ms. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** A {@link Platform} over HTTP. The token goes to `baseUrl` only: redirects are refused, never followed. */
export function createHttpPlatform(options: HttpPlatformOptions): Platform {
  const call = async <T>(
    method: string,
    segments: readonly string[],
    query?: Query,
    body?: unknown,
  ) => (await send(options, method, platformUrl(options.baseUrl, segments, query), body)) as T;
  return {
    get: (segments, query) => call('GET', segments, query),
    post: (segments, body, query) => call('POST', segments, query, body),
    put: (segments, body, query) => call('PUT', segments, query, body),
  };
}

/** Joins encoded segments to the base; rejects empty and dot segments, which would climb the path. */
export function platformUrl(
  baseUrl: string,
  segments: readonly string[],
  query: Query = {},
): string {
  const path = segments.map(encodeSegment).join('/');
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return `${baseUrl}/${path}${text === '' ? '' : `?${text}`}`;
}

function encodeSegment(segment: string): string {
  // `encodeURIComponent` leaves dots alone, and a URL parser would resolve them away.
  if (segment === '' || segment === '.' || segment === '..') throw unusable(segment);
  try {
    return encodeURIComponent(segment);
  } catch {
    // Half of a surrogate pair: no URL can carry it.
    throw unusable(segment);
  }
}

function unusable(segment: string): AppError {
  return new AppError('invalid_arguments', `"${segment}" cannot be used as an id or name here.`);
}

async function send(
  options: HttpPlatformOptions,
  method: string,
  url: string,
  body: unknown,
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.traceHeaders };
  if (options.authorization !== undefined) headers['authorization'] = options.authorization;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: textOf(body) }),
    });
    return await readAnswer(response);
  } catch (error) {
    throw callError(error, options, timeoutMs);
  }
}

function textOf(body: unknown): string {
  return body instanceof JsonText ? body.text : JSON.stringify(body);
}

/** The HTTP status with which the platform refused; undefined when it gave no answer that says so. */
export function refusalStatus(error: unknown): number | undefined {
  return error instanceof AppError && error.cause instanceof Refused
    ? error.cause.status
    : undefined;
}

/** What a refusal was caused by: an answer of this status. */
class Refused {
  constructor(readonly status: number) {}
}

function callError(error: unknown, options: HttpPlatformOptions, timeoutMs: number): AppError {
  if (error instanceof AppError) return error;
  if (options.signal.aborted) return new AppError('cancelled', 'The call was cancelled.');
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
  return new AppError(
    'platform_unavailable',
    timedOut
      ? `The business backend (platform) did not answer within ${timeoutMs / 1000} s. Try again later, or tell the user that it is slow.`
      : `The business backend (platform) cannot be reached: ${fetchFailureOf(error)}. Nothing was read or changed. Tell the user that the platform service is down and to try again once it runs.`,
    [],
    { cause: error },
  );
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new AppError(
      'platform_error',
      'The platform answered with a redirect, which is not followed because the call carries a token.',
      [],
      { cause: new Refused(response.status) },
    );
  }
  const text = await readText(response);
  const value = text === '' ? undefined : parse(text);
  if (!response.ok) throw refusal(response.status, value);
  if (value !== notJson) return value;
  throw new AppError(
    'platform_error',
    `The platform answered ${response.status} with something that is not JSON.`,
  );
}

function readText(response: Response): Promise<string> {
  const tooLong = () =>
    new AppError('platform_error', 'The platform answered more than 4 MB; ask for fewer rows.');
  return readBounded(response, MAX_ANSWER_BYTES, tooLong);
}

/** Stands for an answer that is not JSON: wrong for a success, of no weight for an error. */
const notJson = Symbol('not JSON');

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return notJson;
  }
}

/** The platform's own words when it answers in the common error shape. */
function refusal(status: number, value: unknown): AppError {
  const body: JsonObject = isObject(value) && isObject(value['error']) ? value['error'] : {};
  const message =
    typeof body['message'] === 'string' ? body['message'] : `The platform answered ${status}.`;
  const details = Array.isArray(body['details']) ? (body['details'] as ErrorDetail[]) : [];
  return new AppError(codeOf(status), message, details, { cause: new Refused(status) });
}

function codeOf(status: number) {
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  if (status >= 500) return 'platform_unavailable';
  return 'platform_error';
}
