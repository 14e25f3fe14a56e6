import { defined } from '../../../foundation/defined.js';
import { isObject } from '../../../foundation/json.js';
import type { Embedder } from '../../embedder.js';
import {
  HttpEmbedder,
  modelId,
  type HttpEmbedderOptions,
  taskPrefix,
} from '../http/http-embedder.js';

/** OpenAI takes 2,048 texts in one call, text-embeddings-inference 32: this fits all compatible servers. */
const BATCH_SIZE = 32;

/** OpenAI's models read 8,192 tokens, and hardly any text has more than one token in two bytes. */
const MAX_TEXT_BYTES = 16_384;

interface OpenAiEmbedderOptions extends HttpEmbedderOptions {
  /** False for a server of one's own: what its model's name means is known to that server only. */
  isOpenAi: boolean;
}

/** Embeddings of OpenAI or a compatible server (`/embeddings`); the answer's order is restored by its indexes. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { baseUrl, apiKey, model, dimensions, isOpenAi } = options;
  const of = isOpenAi ? 'openai' : `openai-at-${baseUrl}`;
  const headers: Record<string, string> =
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return new HttpEmbedder({
    ...options,
    id: `${of}-${modelId(model, dimensions)}`,
    name: isOpenAi ? 'OpenAI' : 'The OpenAI-compatible server',
    keyVariable: 'OPENAI_API_KEY',
    addressVariable: 'OPENAI_BASE_URL',
    modelAdvice: `Check EMBEDDER_MODEL (${model}) and OPENAI_BASE_URL, which usually ends in /v1.`,
    batchSize: BATCH_SIZE,
    maxTextBytes: MAX_TEXT_BYTES,
    prefix: (kind) => taskPrefix(model, kind),
    ask: (texts, _kind, { post }) =>
      post({
        url: `${baseUrl}/embeddings`,
        headers,
        body: { model, input: [...texts], encoding_format: 'float', ...defined({ dimensions }) },
      }),
    read: (answer) => {
      const data = isObject(answer) ? answer['data'] : undefined;
      return Array.isArray(data) ? inOrder(data as unknown[]) : undefined;
    },
  });
}

/** The embeddings of `[{index, embedding}]` by index; one that is missing or named twice leaves a hole, so that no text gets another's. */
export function inOrder(data: readonly unknown[]): unknown[] {
  const ordered = new Array<unknown>(data.length).fill(undefined);
  const taken = new Set<number>();
  for (const item of data) {
    if (!isObject(item)) continue;
    const index = item['index'];
    if (typeof index !== 'number' || !(index in ordered)) continue;
    ordered[index] = taken.has(index) ? undefined : item['embedding'];
    taken.add(index);
  }
  return ordered;
}
