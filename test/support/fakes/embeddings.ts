import { bad, type Body, type FakeRequest, type Wrong } from './fake-api.js';
import { checkKey, openai } from './openai.js';
import { EmbedRoute, fakeTokens, fakeVector, unitVector } from './embeddings-route.js';
import { checkGeminiKey, gemini } from './gemini.js';
import { ollama } from './ollama.js';

/** Models that are served, and their dimensions. */
const MODELS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-nomic-embed-text-v1.5': 768,
};
const KEYS = ['model', 'input', 'encoding_format', 'dimensions', 'user'];

/** How compatible servers differ; `shuffled`: vectors come in another order than their texts. */
const DEFAULTS = { maxBatch: 2048, maxTokens: 8192, shuffled: false };

function check({ body }: FakeRequest, limits: typeof DEFAULTS): Wrong {
  const { model, input, dimensions, encoding_format: format } = body;
  const extra = Object.keys(body).find((key) => !KEYS.includes(key));
  if (extra !== undefined) return bad(`Unknown parameter: '${extra}'.`);
  if (!(model in MODELS))
    return bad(`The model \`${model}\` does not exist or you do not have access to it.`, 404);
  const isText = (text: unknown) =>
    typeof text === 'string' && text !== '' && !/\p{Cs}/u.test(text);
  if (!Array.isArray(input) || input.length === 0 || !input.every(isText))
    return bad("'$.input' is invalid. Please check the API reference.");
  const { maxBatch, maxTokens } = limits;
  if (input.length > maxBatch)
    return bad(`batch size ${input.length} > maximum allowed batch size ${maxBatch}`);
  const longest = Math.max(...input.map(fakeTokens));
  if (longest > maxTokens)
    return bad(`The maximum context length is ${maxTokens} tokens, you requested ${longest}.`);
  if (format !== undefined && format !== 'float') return bad('The fake answers floats only.');
  const full = MODELS[model] ?? 0;
  if (dimensions === undefined) return undefined;
  if (!model.startsWith('text-embedding-3'))
    return bad('This model does not support specifying dimensions.');
  if (dimensions >= 1 && dimensions <= full) return undefined;
  return bad(`Invalid value for 'dimensions' = ${dimensions}. Must be at most ${full}.`);
}

/** OpenAI's `/embeddings`; the limits are those of OpenAI, or of a server of one's own. */
export function openAiEmbeddings(options: Partial<typeof DEFAULTS> = {}): EmbedRoute {
  const limits = { ...DEFAULTS, ...options };
  return new EmbedRoute(openai, {
    path: /^(\/v1)?\/embeddings$/,
    check: (request) => checkKey(request) ?? check(request, limits),
    read: ({ body: { model, input: texts, dimensions = MODELS[model] } }) => {
      return { model, texts, task: '', dimensions };
    },
    vector: (text, { dimensions }) => fakeVector(text, dimensions),
    render: (vectors, { model, texts }) => {
      const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
      const tokens = fakeTokens(texts.join(' '));
      const usage = { prompt_tokens: tokens, total_tokens: tokens };
      return { object: 'list', data: limits.shuffled ? data.reverse() : data, model, usage };
    },
  });
}

const PATH = /^\/v1beta\/models\/([^/:]+):batchEmbedContents$/;
const GEMINI_MODEL = 'gemini-embedding-001';
const TASK_TYPES = [
  ...['RETRIEVAL_QUERY', 'RETRIEVAL_DOCUMENT', 'SEMANTIC_SIMILARITY', 'CLASSIFICATION'],
  ...['CLUSTERING', 'QUESTION_ANSWERING', 'FACT_VERIFICATION', 'CODE_RETRIEVAL_QUERY'],
];
const GEMINI_KEYS = ['model', 'content', 'taskType', 'title', 'outputDimensionality'];
const FULL = 3072;
const MAX_TOKENS = 2048;

function modelOf({ path }: FakeRequest): string {
  return PATH.exec(path.split('?')[0] ?? '')?.[1] ?? '';
}

function checkBatch(request: FakeRequest): Wrong {
  const { requests } = request.body;
  const model = modelOf(request);
  const list = '* BatchEmbedContentsRequest.requests';
  if (request.path.includes('key=')) return bad('The fake takes keys in the header only.');
  if (model !== GEMINI_MODEL)
    return bad(`models/${model} is not found for API version v1beta`, 404);
  if (!Array.isArray(requests) || requests.length === 0)
    return bad(`${list}: requests is not specified`);
  if (requests.length > 100) return bad(`${list}: at most 100 requests can be in one batch`);
  for (const [at, one] of requests.entries()) {
    const wrong = checkOne(one, `requests[${at}]`, model);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function checkOne(one: Body, at: string, model: string): Wrong {
  const extra = Object.keys(one).find((key) => !GEMINI_KEYS.includes(key));
  const json = 'Invalid JSON payload received.';
  if (extra !== undefined)
    return bad(`${json} Unknown name "${extra}" at '${at}': Cannot find field.`);
  const place = `* BatchEmbedContentsRequest.${at}`;
  if (one.model !== `models/${model}`)
    return bad(`${place}.model: model must match the batch's model`);
  const parts = one.content?.parts;
  if (!Array.isArray(parts) || parts.length !== 1 || !parts[0].text)
    return bad(`${place}.content: content is empty`);
  const text = String(parts[0].text);
  if (/\p{Cs}/u.test(text)) return bad(json);
  if (!TASK_TYPES.includes(one.taskType)) return bad(`Invalid value at '${at}.task_type'`);
  const size = one.outputDimensionality ?? FULL;
  if (!(Number.isInteger(size) && size >= 1 && size <= FULL))
    return bad(`* output_dimensionality must be in [1, ${FULL}]`);
  const tokens = fakeTokens(text);
  if (tokens <= MAX_TOKENS) return undefined;
  return bad(`The input token count (${tokens}) exceeds the maximum allowed (${MAX_TOKENS}).`);
}

/** Gemini's `:batchEmbedContents`: vectors are of unit length at their full 3,072 dimensions only. */
export function geminiEmbeddings(): EmbedRoute {
  return new EmbedRoute(gemini, {
    path: PATH,
    check: (request) => checkGeminiKey(request) ?? checkBatch(request),
    read: (request) => {
      const { requests } = request.body;
      const { taskType: task, outputDimensionality: dimensions = FULL } = requests[0];
      const texts = requests.map((one: Body) => one.content.parts[0].text);
      return { model: modelOf(request), texts, task, dimensions };
    },
    vector: (text, { dimensions, task }) => {
      const vector = fakeVector(text, dimensions, task);
      return dimensions === FULL ? unitVector(vector) : vector;
    },
    render: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
  });
}

type Numbers = Readonly<Record<string, number>>;
/** Models that are pulled, and their dimensions. */
const PULLED: Numbers = { 'nomic-embed-text': 768, 'all-minilm': 384 };
const CONTEXTS: Numbers = { 'all-minilm': 256 };
const DEFAULT_CONTEXT = 2048;
const PREFIXES = ['search_query: ', 'search_document: '];

const textsOf = ({ body }: FakeRequest): string[] => [body.input].flat();

function checkOllama(request: FakeRequest, models: Numbers): Wrong {
  const { model, input, dimensions } = request.body;
  if (typeof model !== 'string' || model === '') return bad('model is required');
  const full = models[model];
  if (full === undefined) return bad(`model "${model}" not found, try pulling it first`, 404);
  const texts = textsOf(request);
  if (input === undefined || texts.some((text) => typeof text !== 'string'))
    return bad('invalid input type');
  // Newer servers say so whatever `truncate` asks for.
  const context = CONTEXTS[model] ?? DEFAULT_CONTEXT;
  if (texts.some((text) => fakeTokens(text) > context))
    return bad('the input length exceeds the context length');
  if (dimensions === undefined || (dimensions >= 1 && dimensions <= full)) return undefined;
  return bad(`dimensions must be between 1 and ${full}`);
}

/** The embedding route of each API that has one. */
export const embeddings = {
  gemini: geminiEmbeddings,
  ollama: () => ollamaEmbeddings(),
  openai: () => openAiEmbeddings(),
};

/** Ollama's `/api/embed`: unit vectors, and a model that reads the prefix as what a text is for. */
export function ollamaEmbeddings(models: Numbers = PULLED): EmbedRoute {
  return new EmbedRoute(ollama, {
    path: /^\/api\/embed$/,
    check: (request) => checkOllama(request, models),
    read: (request) => {
      const texts = textsOf(request);
      const { model, dimensions = models[model] } = request.body;
      const task = PREFIXES.find((prefix) => texts.every((text) => text.startsWith(prefix))) ?? '';
      return { model, texts, task, dimensions };
    },
    vector: (text, { dimensions, task }) =>
      unitVector(fakeVector(text.slice(task.length), dimensions, task)),
    render: (embeddings, { model, texts }) => {
      return { model, embeddings, prompt_eval_count: fakeTokens(texts.join(' ')) };
    },
  });
}
