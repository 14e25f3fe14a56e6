import type { JsonObject } from '../../../foundation/json.js';
import { exchangeHttp, OutboundError } from '../../../foundation/outbound/exchange-http.js';
import { cancelled } from '../../bounded-work.js';
import { EmbedApiError, refusal, type EmbedService } from './refusal.js';

/** What bounds one call of an embedding API. */
export interface CallBounds {
  service: EmbedService;
  signal: AbortSignal;
  timeoutMs: number;
}

/** One call of an embedding API. */
export interface PostJson extends CallBounds {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: JsonObject;
}

/** The largest honest answer, 100 vectors of 3072 numbers printed with indentation, has some 10 MB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * A `fetch` for one call, which a service's own client may be given: it answers a whole 2xx. Rejects with
 * `cancelled` when the signal fires, else with an {@link EmbedApiError}; both at once, whatever the server
 * does. Redirects are not followed: they would carry the key along.
 */
export function boundedFetch(bounds: CallBounds): typeof fetch {
  const { service, signal, timeoutMs } = bounds;
  return async (input, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const request = {
      url: input instanceof Request ? input.url : input,
      method: init.method ?? 'GET',
      headers,
      ...(typeof init.body === 'string' && { body: init.body }),
      signal,
    };
    const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES };
    const answer = await exchangeHttp(request, limits).catch((error: unknown) => {
      throw failure(error, bounds);
    });
    const { status, text } = answer;
    if (status < 200 || status >= 300) {
      throw refusal(service, { status, text, retryAfter: answer.headers.get('retry-after') });
    }
    return new Response(text);
  };
}

/** What a client read of an answer; one that is no JSON rejects with an {@link EmbedApiError}. */
export async function jsonOf(service: EmbedService, read: Promise<unknown>): Promise<unknown> {
  try {
    return await read;
  } catch (error) {
    // By name: Node's own `fetch` may throw one of another realm.
    if ((error as { name?: unknown }).name !== 'SyntaxError') throw error;
    throw new EmbedApiError(
      `${service.name} answered something that is not JSON. Check ${service.addressVariable}: does it point to the API?`,
    );
  }
}

/** Posts JSON and answers the parsed JSON of a 2xx. Rejects as {@link boundedFetch} and {@link jsonOf} do. */
export async function postJson(call: PostJson): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...call.headers };
  const init = { method: 'POST', headers, body: JSON.stringify(call.body) };
  const answer = await boundedFetch(call)(call.url, init);
  return jsonOf(call.service, answer.json());
}

function failure(error: unknown, { service, timeoutMs }: CallBounds): unknown {
  if (!(error instanceof OutboundError)) return error;
  if (error.fault === 'cancelled') return cancelled();
  return new EmbedApiError(
    {
      timed_out: `${service.name} did not answer within ${timeoutMs / 1000} s. It may be loading the model or be overloaded; it will be asked again.`,
      unreachable: `${service.name} cannot be reached at ${service.baseUrl}, or broke off: ${error.message}. Check that it runs, and ${service.addressVariable}.`,
      too_long: `${service.name} answered more than ${MAX_ANSWER_BYTES / 1024 / 1024} MB. Set a smaller EMBEDDER_DIMENSIONS.`,
    }[error.fault],
  );
}
