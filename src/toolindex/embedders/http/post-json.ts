import { fetchFailureOf, readBounded } from '../../../foundation/api-answers.js';
import { AppError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import { cancelled } from '../../cancelled.js';
import { EmbedApiError } from './embed-api-error.js';
import { refusal } from './refusal.js';
import type { EmbedService } from './service.js';

/** One call of an embedding API. */
export interface PostJson {
  service: EmbedService;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: JsonObject;
  signal: AbortSignal;
  timeoutMs: number;
}

/** The largest honest answer, 100 vectors of 3072 numbers printed with indentation, has some 10 MB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Posts JSON and answers the parsed JSON of a 2xx. Rejects with `cancelled` when the signal fires, else
 * with an {@link EmbedApiError}; both at once, whatever the server does. Redirects are not followed:
 * they would carry the key along.
 */
export async function postJson(call: PostJson): Promise<unknown> {
  if (call.signal.aborted) throw cancelled();
  const limit = new AbortController();
  const abort = () => limit.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    limit.abort();
  }, call.timeoutMs);
  call.signal.addEventListener('abort', abort, { once: true });
  try {
    return await exchange(call, limit.signal);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (call.signal.aborted) throw cancelled();
    throw timedOut ? tooSlow(call) : unreachable(call.service, error);
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', abort);
  }
}

async function exchange(call: PostJson, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(call.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...call.headers },
    body: JSON.stringify(call.body),
    signal,
    redirect: 'manual',
  });
  const text = await readText(call.service, response);
  if (!response.ok) {
    const retryAfter = response.headers.get('retry-after');
    throw refusal(call.service, { status: response.status, text, retryAfter });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new EmbedApiError(
      `${call.service.name} answered something that is not JSON. Check ${call.service.addressVariable}: does it point to the API?`,
    );
  }
}

function readText(service: EmbedService, response: Response): Promise<string> {
  const tooLong = () =>
    new EmbedApiError(
      `${service.name} answered more than ${MAX_ANSWER_BYTES / 1024 / 1024} MB. Set a smaller EMBEDDER_DIMENSIONS.`,
    );
  return readBounded(response, MAX_ANSWER_BYTES, tooLong);
}

function tooSlow({ service, timeoutMs }: PostJson): EmbedApiError {
  return new EmbedApiError(
    `${service.name} did not answer within ${timeoutMs / 1000} s. It may be loading the model or be overloaded; it will be asked again.`,
  );
}

function unreachable(service: EmbedService, error: unknown): EmbedApiError {
  return new EmbedApiError(
    `${service.name} cannot be reached at ${service.baseUrl}, or broke off: ${fetchFailureOf(error)}. Check that it runs, and ${service.addressVariable}.`,
  );
}
