import { Ollama } from 'ollama/browser';
import { defined } from '../../../foundation/defined.js';
import { isObject } from '../../../foundation/json.js';
import type { Embedder } from '../../embedder.js';
import {
  HttpEmbedder,
  modelId,
  type HttpEmbedderOptions,
  readsEnglishOnly,
  taskPrefix,
} from '../http/http-embedder.js';

/** There is no limit; so many texts of a tool's length take a processor without a GPU some seconds. */
const BATCH_SIZE = 32;

/** nomic-embed-text runs with 2,048 tokens in Ollama, and hardly any text has more than one token in two bytes. */
const MAX_TEXT_BYTES = 4096;

/** Embeddings of an Ollama server (`/api/embed`). Newer ones answer 400 to texts that are too long, whatever `truncate` says. */
export function createOllamaEmbedder(options: HttpEmbedderOptions): Embedder {
  const { baseUrl, model, dimensions } = options;
  return new HttpEmbedder({
    ...options,
    id: `ollama-${modelId(model, dimensions)}`,
    name: 'Ollama',
    keyVariable: undefined,
    addressVariable: 'OLLAMA_HOST',
    modelAdvice: `Pull the model with \`ollama pull ${model}\`, or set EMBEDDER_MODEL to one that \`ollama list\` shows.`,
    batchSize: BATCH_SIZE,
    maxTextBytes: MAX_TEXT_BYTES,
    prefix: (kind) => taskPrefix(model, kind),
    ...defined({ languages: readsEnglishOnly(model) ? ['en'] : undefined }),
    // The client takes no signal for this call and writes on the console: a `fetch` of ours does without.
    ask: (texts, _kind, { fetch }) =>
      new Ollama({ host: baseUrl, fetch }).embed({
        model,
        input: [...texts],
        truncate: true,
        ...defined({ dimensions }),
      }),
    read: (answer) => {
      const embeddings = isObject(answer) ? answer['embeddings'] : undefined;
      return Array.isArray(embeddings) ? (embeddings as unknown[]) : undefined;
    },
  });
}
