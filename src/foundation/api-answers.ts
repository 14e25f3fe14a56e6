import { parseJson } from './exact-json.js';
import type { JsonLimits } from './json-limits.js';
import { isObject } from './json.js';
import { redactor } from './secrets.js';

/**
 * The message in the error bodies that are in use: `{error:{message}}`, `{error:"…"}`, `{message}`, `{detail}`,
 * and the first of GraphQL's `{errors:[{message}]}`. A token or password that an API repeats in it is hidden.
 */
export function errorMessageIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const error =
    body['error'] ?? (Array.isArray(body['errors']) ? (body['errors'] as unknown[])[0] : undefined);
  const message = isObject(error) ? error['message'] : (error ?? body['message'] ?? body['detail']);
  return typeof message === 'string' ? hideSecrets(message) : undefined;
}

const hideSecrets = redactor();

/** The parsed body, or undefined for one that is no JSON, or beyond the limits. */
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
  for (const detail of Array.isArray(details) ? (details as unknown[]) : []) {
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
