import { isObject } from '../../../foundation/json.js';

/** The wait of a `Retry-After` header in ms: seconds, or an HTTP date seen from `now`. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The wait of Google's `RetryInfo` detail (`{"retryDelay":"34.4s"}`) in ms, if the error carries one. */
export function retryInfo(body: unknown): number | undefined {
  const error = isObject(body) ? body['error'] : undefined;
  const details = isObject(error) ? error['details'] : undefined;
  for (const detail of Array.isArray(details) ? (details as unknown[]) : []) {
    const delay = isObject(detail) ? detail['retryDelay'] : undefined;
    const seconds = typeof delay === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
}
