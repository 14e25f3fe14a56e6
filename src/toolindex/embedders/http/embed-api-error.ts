import { AppError } from '../../../foundation/errors.js';

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
