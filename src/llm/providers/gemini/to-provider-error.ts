import { errorMessageIn, googleRetryDelay, parseBody } from '../../../foundation/api-answers.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { ProviderError, troubleOf, type Trouble } from '../../provider-error.js';
import { errorInStream } from '../../wire/post-stream.js';
import { SERVICE } from './gemini-name.js';

const MAX_MESSAGE = 500;

/**
 * The error of a request that got no stream: the API's own sentence, and the wait of its `RetryInfo`. A
 * 429 is a rate limit here even where it speaks of billing: exhausted credit is 402.
 */
export function toProviderError(
  status: number,
  text: string,
  retryAfterMs?: number,
): ProviderError {
  const parsed = parseBody(text);
  // A stream's refusal may come as a list of one.
  const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const said = (errorMessageIn(body) ?? '').slice(0, MAX_MESSAGE);
  const details = detailsIn(body);
  return new ProviderError(
    isWrongKey(details) ? 'auth' : troubleOf(status),
    `${SERVICE} answered ${status}${said === '' ? '' : `: ${said}`}`,
    googleRetryDelay(details) ?? retryAfterMs,
  );
}

function detailsIn(body: unknown): unknown[] {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  return Array.isArray(error['details']) ? (error['details'] as unknown[]) : [];
}

function isWrongKey(details: readonly unknown[]): boolean {
  return details.some((detail) => isObject(detail) && detail['reason'] === 'API_KEY_INVALID');
}

/** The error of a chunk `{error: {code, message, status}}` in a stream that began with 200. */
export function errorInChunk(error: unknown): ProviderError {
  const body: JsonObject = isObject(error) ? error : {};
  const code = Number(body['code']);
  const trouble: Trouble = Number.isInteger(code) && code >= 400 ? troubleOf(code) : 'server';
  return errorInStream(SERVICE, trouble, { error: body });
}
