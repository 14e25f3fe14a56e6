import { parseJson, writeJson } from './exact-json.js';
import type { JsonLimits } from './json-limits.js';
import { asList, isObject } from './json.js';
import { redactor } from './secrets.js';

/** The message in the error bodies in use, without the tokens and passwords that it repeats. */
export function errorMessageIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const error = body['error'] ?? asList(body['errors'])[0];
  const inner = isObject(error) ? (error['message'] ?? error['detail'] ?? error['title']) : error;
  const message = inner ?? body['message'] ?? body['detail'];
  return typeof message === 'string' ? hideSecrets(message) : undefined;
}

const hideSecrets = redactor();

/** What a success says of an error all the same, in the usual forms; undefined when nothing. */
export function errorInside(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { errors, ok, success, error, status } = body;
  const isError =
    (isObject(error) && Object.keys(error).length > 0) ||
    (typeof error === 'string' && error !== '') ||
    (Array.isArray(errors) && errors.length > 0) ||
    ok === false ||
    success === false ||
    // JSend; a record that is in such a state has an id.
    ((status === 'error' || status === 'fail') && !Object.hasOwn(body, 'id'));
  if (!isError) return undefined;
  return errorMessageIn(body) ?? writeJson(body).slice(0, 400);
}

export function parseBody(text: string, limits?: JsonLimits): unknown {
  try {
    return parseJson(text, limits);
  } catch {
    return undefined;
  }
}

/** The wait of a `Retry-After` header in ms: seconds, or an HTTP date seen from `now`. */
export function parseRetryAfter(value: string | null, now: Date): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

/** The wait of Google's `RetryInfo` (`{"retryDelay":"34.4s"}`) among an error's details, in ms. */
export function googleRetryDelay(details: unknown): number | undefined {
  for (const detail of asList(details)) {
    const delay = isObject(detail) ? detail['retryDelay'] : undefined;
    const seconds = typeof delay === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
}

const NO_CREDIT = /insufficient_quota|credit balance|billing|exceeded your current quota/i;

/** True for the words with which a 429 says that the credit is gone: waiting does not help then. */
export function saysNoCredit(text: string): boolean {
  return NO_CREDIT.test(text);
}

export interface RetryPolicy {
  firstMs: number;
  maxMs: number;
  retries: number;
}

/** 5 s doubling to at most 60 s, four times: the whole wait stays under two and a half minutes. */
export const defaultRetryPolicy: RetryPolicy = { firstMs: 5_000, maxMs: 60_000, retries: 4 };

/** The wait before retry `attempt` (from 0), ms: exponential with jitter, at least what the API asked; undefined: no more. */
export function retryDelay(
  attempt: number,
  askedMs: number | undefined,
  policy: RetryPolicy,
  random: () => number,
): number | undefined {
  if (attempt >= policy.retries) return undefined;
  if (askedMs !== undefined && askedMs > policy.maxMs) return undefined;
  const step = Math.min(policy.firstMs * 2 ** attempt, policy.maxMs);
  return Math.max(askedMs ?? 0, step / 2 + (random() * step) / 2);
}
