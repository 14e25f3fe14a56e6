import { isObject } from '../../../foundation/json.js';
import type { Embedder, EmbedKind } from '../../embedder.js';
import { HttpEmbedder, modelId, type HttpEmbedderOptions } from '../http/http-embedder.js';

/** What the model is asked to embed for; it was trained with these. */
const TASK_TYPES: Readonly<Record<EmbedKind, string>> = {
  query: 'RETRIEVAL_QUERY',
  document: 'RETRIEVAL_DOCUMENT',
};

const BATCH_SIZE = 100;

/** The model reads 2,048 tokens, and hardly any text has more than one token in two bytes. */
const MAX_TEXT_BYTES = 4096;

/** Embeddings of the Gemini API (`:batchEmbedContents`); shortened ones are not of unit length: the index sees to it. */
export function createGeminiEmbedder(options: HttpEmbedderOptions): Embedder {
  const { baseUrl, apiKey, dimensions } = options;
  const model = options.model.replace(/^models\//, '');
  const size = dimensions === undefined ? {} : { outputDimensionality: dimensions };
  const name = `models/${model}`;
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'x-goog-api-key': apiKey };
  return new HttpEmbedder({
    ...options,
    id: `gemini-${modelId(model, dimensions)}`,
    name: 'Gemini',
    model,
    keyVariable: 'GEMINI_API_KEY',
    addressVariable: 'GEMINI_BASE_URL',
    modelAdvice: `Check EMBEDDER_MODEL (${model}) and GEMINI_BASE_URL.`,
    batchSize: BATCH_SIZE,
    maxTextBytes: MAX_TEXT_BYTES,
    prefix: () => '',
    ask: (texts, kind, { post }) =>
      post({
        url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:batchEmbedContents`,
        headers,
        body: {
          requests: texts.map((text) => ({
            model: name,
            content: { parts: [{ text }] },
            taskType: TASK_TYPES[kind],
            ...size,
          })),
        },
      }),
    read: (answer) => {
      const embeddings = isObject(answer) ? answer['embeddings'] : undefined;
      if (!Array.isArray(embeddings)) return undefined;
      return embeddings.map((item: unknown) => (isObject(item) ? item['values'] : undefined));
    },
  });
}
