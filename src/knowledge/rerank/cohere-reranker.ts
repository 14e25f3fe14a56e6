import { AppError, messageOf } from '../../foundation/errors.js';
import { isObject } from '../../foundation/json.js';
import { callApi } from '../../foundation/outbound/call-api.js';
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
  const { baseUrl, apiKey, model, timeoutMs = TIMEOUT_MS } = options;
  return {
    name: `cohere (${model})`,
    rerank: async (query, passages, signal = new AbortController().signal) => {
      const body = bodyOf(model, query, passages);
      const call = { url: `${baseUrl}/v2/rerank`, apiKey, body, signal, timeoutMs };
      const answer = await callApi(call).catch((error: unknown) => {
        if (signal.aborted) throw new AppError('cancelled', 'The search was cancelled.');
        throw failed(messageOf(error));
      });
      return toScores(answer, passages.length);
    },
  };
}

function bodyOf(model: string, query: string, passages: readonly RerankPassage[]): object {
  const documents = passages.map(({ heading, text }) => `${heading}\n${text}`);
  return { model, query, documents, top_n: documents.length };
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
