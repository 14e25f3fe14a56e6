import { AppError, messageOf } from '../../foundation/errors.js';
import { isObject } from '../../foundation/json.js';
import { postJson } from '../post-json.js';
import type { Reranker, RerankPassage } from './reranker.js';

/** How Cohere, or a server that speaks its `/v2/rerank`, is reached. */
export interface CohereOptions {
  /** Without a last slash, e.g. `https://api.cohere.com`. */
  baseUrl: string;
  apiKey?: string;
  model: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;

/**
 * Cohere's rerank models (https://docs.cohere.com/reference/rerank): `POST /v2/rerank` with `{model, query,
 * documents, top_n}` answers `{results: [{index, relevance_score}]}`. Rejects with `index_error`, whose
 * message holds no key.
 */
export function createCohereReranker(options: CohereOptions): Reranker {
  return {
    name: `cohere (${options.model})`,
    rerank: async (query, passages, signal) => {
      const answer = await ask(options, bodyOf(options.model, query, passages), signal);
      return toScores(answer, passages.length);
    },
  };
}

function bodyOf(model: string, query: string, passages: readonly RerankPassage[]): object {
  const documents = passages.map(({ heading, text }) => `${heading}\n${text}`);
  return { model, query, documents, top_n: documents.length };
}

async function ask(
  { baseUrl, apiKey, timeoutMs = TIMEOUT_MS }: CohereOptions,
  body: object,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    return await postJson({ url: `${baseUrl}/v2/rerank`, apiKey, body, signal: either });
  } catch (error) {
    if (signal?.aborted) throw new AppError('cancelled', 'The search was cancelled.');
    throw failed(limit.aborted ? `no answer within ${timeoutMs / 1000} s` : messageOf(error));
  }
}

function toScores(answer: unknown, count: number): number[] {
  const results = isObject(answer) && Array.isArray(answer['results']) ? answer['results'] : [];
  const scores = new Array<number>(count).fill(0);
  let found = 0;
  for (const result of results as unknown[]) {
    if (!isObject(result)) continue;
    const { index, relevance_score: score } = result;
    if (typeof index !== 'number' || !(index in scores) || typeof score !== 'number') continue;
    scores[index] = score;
    found += 1;
  }
  if (found === 0) throw failed('its answer has no results of the documented form');
  return scores;
}

function failed(reason: string): AppError {
  return new AppError('index_error', `The rerank service (COHERE_BASE_URL) failed: ${reason}.`);
}
