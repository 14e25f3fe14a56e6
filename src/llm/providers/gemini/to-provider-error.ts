import { googleRetryDelay } from '../../../foundation/api-answers.js';
import {
  GoogleGenerativeAIAbortError,
  GoogleGenerativeAIFetchError,
  type ErrorDetails,
} from '@google/generative-ai';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { ProviderError, troubleOf, type Trouble } from '../../provider-error.js';
import { errorInStream } from '../../wire/post-stream.js';
import { SERVICE } from './service.js';

const MAX_MESSAGE = 500;

/**
 * The error of a request that got no stream. The client's message holds the address and all details;
 * only the API's own sentence is kept. A 429 is a rate limit here even where it speaks of billing:
 * exhausted credit is 402.
 */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof GoogleGenerativeAIFetchError && error.status !== undefined) {
    const said = sentenceOf(error).slice(0, MAX_MESSAGE);
    const details = error.errorDetails ?? [];
    return new ProviderError(
      isWrongKey(details) ? 'auth' : troubleOf(error.status),
      `${SERVICE} answered ${error.status}${said === '' ? '' : `: ${said}`}`,
      googleRetryDelay(details),
    );
  }
  if (error instanceof GoogleGenerativeAIAbortError) {
    return new ProviderError('network', `The request to ${SERVICE} was aborted.`);
  }
  return new ProviderError('network', `${SERVICE} could not be reached.`, undefined, {
    cause: error,
  });
}

/** `[GoogleGenerativeAI Error]: Error fetching from URL: [429 Too Many Requests] sentence [details]` */
function sentenceOf({
  message,
  status,
  statusText,
  errorDetails,
}: GoogleGenerativeAIFetchError): string {
  const mark = `[${status} ${statusText}] `;
  const at = message.indexOf(mark);
  const said = at === -1 ? '' : message.slice(at + mark.length);
  const details = errorDetails === undefined ? '' : ` ${JSON.stringify(errorDetails)}`;
  return said.endsWith(details) ? said.slice(0, said.length - details.length) : said;
}

function isWrongKey(details: readonly ErrorDetails[]): boolean {
  return details.some((detail) => detail.reason === 'API_KEY_INVALID');
}

/** The error of a chunk `{error: {code, message, status}}` in a stream that began with 200. */
export function errorInChunk(error: unknown): ProviderError {
  const body: JsonObject = isObject(error) ? error : {};
  const code = Number(body['code']);
  const trouble: Trouble = Number.isInteger(code) && code >= 400 ? troubleOf(code) : 'server';
  return errorInStream(SERVICE, trouble, { error: body });
}
