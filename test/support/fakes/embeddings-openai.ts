import { FAKE_KEY, type FakeRequest } from './fake-api.js';
import { openai } from './openai.js';
import { EmbedRoute, type EmbedRefusal } from './embeddings-route.js';
import { fakeTokens, fakeVector } from './embeddings-vectors.js';

/** Models that are served, and their dimensions. */
const MODELS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-nomic-embed-text-v1.5': 768,
};
const KEYS = ['model', 'input', 'encoding_format', 'dimensions', 'user'];

/** In what one compatible server differs from another. */
export interface OpenAiEmbeddingsOptions {
  /** Texts in one call. */
  maxBatch?: number;
  /** Tokens in one text. */
  maxTokens?: number;
  /** Answers the vectors in another order than the texts: what counts is their index. */
  shuffled?: boolean;
}

const DEFAULTS = { maxBatch: 2048, maxTokens: 8192, shuffled: false };

const bad = (message: string): EmbedRefusal => ({ status: 400, message });

function checkKey({ headers }: FakeRequest): EmbedRefusal | undefined {
  const given = headers.authorization;
  if (given === undefined) {
    return { status: 401, message: "You didn't provide an API key." };
  }
  if (given === `Bearer ${FAKE_KEY}`) return undefined;
  return { status: 401, message: `Incorrect API key provided: ${given.replace('Bearer ', '')}.` };
}

function check(
  request: FakeRequest,
  { maxBatch, maxTokens }: typeof DEFAULTS,
): EmbedRefusal | undefined {
  const { model, input, dimensions, encoding_format: format } = request.body;
  const extra = Object.keys(request.body).find((key) => !KEYS.includes(key));
  if (extra !== undefined) return bad(`Unknown parameter: '${extra}'.`);
  if (!(model in MODELS))
    return {
      status: 404,
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
    };
  const isText = (text: unknown) =>
    typeof text === 'string' && text !== '' && !/\p{Cs}/u.test(text);
  if (!Array.isArray(input) || input.length === 0 || !input.every(isText)) {
    return bad(
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
    );
  }
  if (input.length > maxBatch) {
    return bad(`batch size ${input.length} > maximum allowed batch size ${maxBatch}`);
  }
  const longest = Math.max(...input.map(fakeTokens));
  if (longest > maxTokens) {
    return bad(
      `This model's maximum context length is ${maxTokens} tokens, however you requested ${longest} tokens (${longest} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`,
    );
  }
  if (format !== undefined && format !== 'float') return bad('The fake answers floats only.');
  const full = MODELS[model] ?? 0;
  if (dimensions === undefined) return undefined;
  if (!model.startsWith('text-embedding-3'))
    return bad('This model does not support specifying dimensions.');
  return dimensions >= 1 && dimensions <= full
    ? undefined
    : bad(`Invalid value for 'dimensions' = ${dimensions}. Must be less than or equal to ${full}.`);
}

/** OpenAI's `/embeddings`; the limits are those of OpenAI, or of a server of one's own. */
export function openAiEmbeddings(options: OpenAiEmbeddingsOptions = {}): EmbedRoute {
  const limits = { ...DEFAULTS, ...options };
  return new EmbedRoute(openai, {
    path: /^(\/v1)?\/embeddings$/,
    check: (request) => checkKey(request) ?? check(request, limits),
    read: ({ body }) => ({
      model: body.model,
      texts: body.input,
      task: '',
      dimensions: body.dimensions ?? MODELS[body.model],
    }),
    vector: (text, { dimensions }) => fakeVector(text, dimensions),
    render: (vectors, { model, texts }) => {
      const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
      const tokens = texts.reduce((sum, text) => sum + fakeTokens(text), 0);
      return {
        object: 'list',
        data: limits.shuffled ? data.reverse() : data,
        model,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      };
    },
  });
}
