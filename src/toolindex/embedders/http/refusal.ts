import { AppError } from '../../../foundation/errors.js';
import {
  errorMessageIn,
  googleRetryDelay,
  parseBody,
  parseRetryAfter,
  saysNoCredit,
} from '../../../foundation/api-answers.js';
import { asObject, type JsonObject } from '../../../foundation/json.js';
import { withoutEnd } from '../../../foundation/text.js';
import { exchangeHttp, OutboundError } from '../../../foundation/outbound/exchange-http.js';
import { cancelled } from '../../bounded-work.js';

/** A failed call of an embedding API. It holds no key, and no cause: errors of an HTTP client may repeat a header. */
export class EmbedApiError extends AppError {
  constructor(
    message: string,
    readonly status?: number,
    /** How long the API asks to wait, in ms. */
    readonly retryAfterMs?: number,
  ) {
    super('index_error', message);
  }
}

/** Statuses with which one API or another refuses a text that its model cannot hold. */
const TOO_LONG_STATUSES = [400, 413, 422, 500];

/** The words of Ollama, llama.cpp, vLLM, OpenAI and text-embeddings-inference for it. */
const TOO_LONG =
  /context (length|size)|n_ctx|too (long|large)|maximum (context|input|sequence)|input token|less than \d+ tokens|reduce (your|the) (prompt|input|length)/i;

/** True when shorter texts may be accepted. */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof EmbedApiError) || error.status === undefined) return false;
  return TOO_LONG_STATUSES.includes(error.status) && TOO_LONG.test(error.message);
}

/** One embedding service as people know it; all of this goes into messages only. */
export interface EmbedService {
  /** As in "Ollama answered 404". */
  name: string;
  /** Base URL without a last slash. */
  baseUrl: string;
  model: string;
  /** The environment variable that holds the key; undefined where none is needed. */
  keyVariable: string | undefined;
  addressVariable: string;
  /** What helps when the model is unknown, e.g. "Pull it with `ollama pull x`". */
  modelAdvice: string;
}

const MAX_SAID = 300;

/** The error of a refused call: who refused, in which words, and what to do. */
export function refusal(
  service: EmbedService,
  { status, text, retryAfter }: { status: number; text: string; retryAfter: string | null },
): EmbedApiError {
  const body = parseBody(text);
  const said = errorMessageIn(body)?.slice(0, MAX_SAID);
  const words = said === undefined ? '' : `: ${withoutEnd(said, /[.\s]/)}`;
  const message = `${service.name} answered ${status}${words}. ${advice(service, status, said ?? '')}`;
  const { details } = asObject(asObject(body)['error']);
  const waitMs = parseRetryAfter(retryAfter, new Date()) ?? googleRetryDelay(details);
  return new EmbedApiError(message, status, waitMs);
}

const KEY_REFUSED = /api[ _-]?key/i;

function advice(service: EmbedService, status: number, said: string): string {
  const { keyVariable = 'the key', addressVariable, modelAdvice } = service;
  if (status >= 300 && status < 400) {
    return `Redirects are not followed, because the call may carry a key: set ${addressVariable} to the final address.`;
  }
  if (status === 402 || (status === 429 && saysNoCredit(said))) {
    return 'Its quota or credit is used up: check its billing, wait, or choose another EMBEDDER.';
  }
  if (status === 401 || status === 403 || (status === 400 && KEY_REFUSED.test(said))) {
    return `Check ${keyVariable}.`;
  }
  if (status === 404) return modelAdvice;
  if (status === 429) return 'Its rate limit is reached; wait, or ask for a higher one.';
  if (status >= 500) return 'It is overloaded or failing; it will be asked again.';
  return 'Check EMBEDDER_MODEL and EMBEDDER_DIMENSIONS.';
}

export interface CallBounds {
  service: EmbedService;
  signal: AbortSignal;
  timeoutMs: number;
}

export interface PostJson extends CallBounds {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: JsonObject;
}

/** The largest honest answer, 100 vectors of 3072 numbers printed with indentation, has some 10 MB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** A `fetch` that answers a whole 2xx; rejects at once with `cancelled` or an {@link EmbedApiError}. Redirects would carry the key along. */
export function boundedFetch(bounds: CallBounds): typeof globalThis.fetch {
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
    const { status } = answer;
    const text = answer.body.toString();
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
