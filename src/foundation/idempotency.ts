import { createHash } from 'node:crypto';
import { type AppError, conflict, invalidRequest } from './errors.js';
import { canonicalJson } from './json.js';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** The request's `Idempotency-Key`, or `undefined`; a malformed one rejects with `invalid_request`. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw invalidRequest(
    'Idempotency-Key must be 1 to 200 visible ASCII characters, such as a UUID.',
    [{ path: 'Idempotency-Key', message: 'must be 1 to 200 visible ASCII characters' }],
  );
}

/** A digest of all that makes two requests the same; the order of keys does not count. */
export function requestHash(request: object): string {
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}

export function keyTaken(key: string): AppError {
  return conflict(
    `The Idempotency-Key "${key}" belongs to an earlier request with another body. Use a new key for a new request.`,
    [{ path: 'Idempotency-Key', message: 'used for another request' }],
  );
}
