import { isObject } from '../../../foundation/json.js';
import { EmbedApiError } from './embed-api-error.js';
import { parseRetryAfter, retryInfo } from './retry-after.js';
import type { EmbedService } from './service.js';

/** An answer that is not 2xx. */
export interface Refused {
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
  const body = parsed(text);
  const said = messageIn(body)?.slice(0, MAX_SAID);
  const words = said === undefined ? '' : `: ${said.replace(/[.\s]+$/, '')}`;
  const message = `${service.name} answered ${status}${words}. ${advice(service, status, said ?? '')}`;
  return new EmbedApiError(message, status, parseRetryAfter(retryAfter) ?? retryInfo(body));
}

const NO_CREDIT = /insufficient_quota|credit|billing|exceeded your current quota/i;
const KEY_REFUSED = /api[ _-]?key/i;

function advice(service: EmbedService, status: number, said: string): string {
  const { keyVariable = 'the key', addressVariable, modelAdvice } = service;
  if (status >= 300 && status < 400) {
    return `Redirects are not followed, because the call may carry a key: set ${addressVariable} to the final address.`;
  }
  if (status === 402 || (status === 429 && NO_CREDIT.test(said))) {
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The message in the error bodies in use: `{error:{message}}`, `{error:"…"}`, `{message}`. */
function messageIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { error } = body;
  const message = isObject(error) ? error['message'] : (error ?? body['message']);
  return typeof message === 'string' ? message : undefined;
}
