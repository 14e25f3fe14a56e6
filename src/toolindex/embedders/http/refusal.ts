import { AppError } from '../../../foundation/errors.js';
import {
  errorMessageIn,
  googleRetryDelay,
  parseBody,
  parseRetryAfter,
  saysNoCredit,
} from '../../../foundation/api-answers.js';
import { isObject } from '../../../foundation/json.js';
import { withoutEnd } from '../../../foundation/text.js';

/**
 * A failed call of an embedding API. The message says what to do next and holds no key; there is no
 * cause, because an HTTP client's own errors may repeat a header.
 */
export class EmbedApiError extends AppError {
  constructor(
    message: string,
    /** The status of the answer; undefined when there was none. */
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
  /** The environment variable that holds the address. */
  addressVariable: string;
  /** What helps when the model is unknown, e.g. "Pull it with `ollama pull x`". */
  modelAdvice: string;
}

/** An answer that is not 2xx. */
interface Refused {
  status: number;
  text: string;
  /** The `Retry-After` header. */
  retryAfter: string | null;
}

const MAX_SAID = 300;

/** The error of a refused call: who refused, in which words, and what to do. */
export function refusal(
  service: EmbedService,
  { status, text, retryAfter }: Refused,
): EmbedApiError {
  const body = parseBody(text);
  const said = errorMessageIn(body)?.slice(0, MAX_SAID);
  const words = said === undefined ? '' : `: ${withoutEnd(said, /[.\s]/)}`;
  const message = `${service.name} answered ${status}${words}. ${advice(service, status, said ?? '')}`;
  return new EmbedApiError(message, status, waitIn(retryAfter, body));
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

/** How long the API asks to wait, in its header or in Google's error details, in ms. */
function waitIn(retryAfter: string | null, body: unknown): number | undefined {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  return parseRetryAfter(retryAfter, new Date()) ?? googleRetryDelay(error['details']);
}
