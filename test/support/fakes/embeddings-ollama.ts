import type { FakeRequest } from './fake-api.js';
import { ollama } from './ollama.js';
import { EmbedRoute, type EmbedRefusal } from './embeddings-route.js';
import { fakeTokens, fakeVector, unitVector } from './embeddings-vectors.js';

/** Models that are pulled, and their dimensions. */
export type OllamaModels = Readonly<Record<string, number>>;

const PULLED: OllamaModels = { 'nomic-embed-text': 768, 'all-minilm': 384 };
const CONTEXTS: Readonly<Record<string, number>> = { 'all-minilm': 256 };
const DEFAULT_CONTEXT = 2048;
const PREFIXES = ['search_query: ', 'search_document: '];

function textsOf({ body }: FakeRequest): string[] {
  return Array.isArray(body.input) ? body.input : [body.input];
}

function check(request: FakeRequest, models: OllamaModels): EmbedRefusal | undefined {
  const { model, input, dimensions } = request.body;
  if (typeof model !== 'string' || model === '')
    return { status: 400, message: 'model is required' };
  const full = models[model];
  if (full === undefined)
    return { status: 404, message: `model "${model}" not found, try pulling it first` };
  const texts = textsOf(request);
  if (input === undefined || texts.some((text) => typeof text !== 'string')) {
    return { status: 400, message: 'invalid input type' };
  }
  // Newer servers say so whatever `truncate` asks for.
  const context = CONTEXTS[model] ?? DEFAULT_CONTEXT;
  if (texts.some((text) => fakeTokens(text) > context)) {
    return { status: 400, message: 'the input length exceeds the context length' };
  }
  if (dimensions !== undefined && !(dimensions >= 1 && dimensions <= full)) {
    return { status: 400, message: `dimensions must be between 1 and ${full}` };
  }
  return undefined;
}

/**
 * Ollama's `/api/embed`: unit vectors, an unknown model is 404, an over-long text is 400. Its model
 * reads the prefix as what the text is for; without one it finds less.
 */
export function ollamaEmbeddings(models: OllamaModels = PULLED): EmbedRoute {
  return new EmbedRoute(ollama, {
    path: /^\/api\/embed$/,
    check: (request) => check(request, models),
    read: (request) => {
      const texts = textsOf(request);
      const { model } = request.body;
      return {
        model,
        texts,
        task: PREFIXES.find((prefix) => texts.every((text) => text.startsWith(prefix))) ?? '',
        dimensions: request.body.dimensions ?? models[model],
      };
    },
    vector: (text, { dimensions, task }) =>
      unitVector(fakeVector(text.slice(task.length), dimensions, task)),
    render: (embeddings, { model, texts }) => ({
      model,
      embeddings,
      total_duration: 14_143_917,
      load_duration: 1_019_500,
      prompt_eval_count: texts.reduce((sum, text) => sum + fakeTokens(text), 0),
    }),
  });
}
