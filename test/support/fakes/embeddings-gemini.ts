import { FAKE_KEY, type FakeRequest } from './fake-api.js';
import { gemini } from './gemini.js';
import { EmbedRoute, type EmbedRefusal } from './embeddings-route.js';
import { fakeTokens, fakeVector, unitVector } from './embeddings-vectors.js';

const PATH = /^\/v1beta\/models\/([^/:]+):batchEmbedContents$/;
const MODELS = ['gemini-embedding-001'];
const TASK_TYPES = [
  'RETRIEVAL_QUERY',
  'RETRIEVAL_DOCUMENT',
  'SEMANTIC_SIMILARITY',
  'CLASSIFICATION',
  'CLUSTERING',
  'QUESTION_ANSWERING',
  'FACT_VERIFICATION',
  'CODE_RETRIEVAL_QUERY',
];
const KEYS = ['model', 'content', 'taskType', 'title', 'outputDimensionality'];
const FULL = 3072;
const MAX_TOKENS = 2048;

const invalid = (message: string): EmbedRefusal => ({ status: 400, message });

function check(request: FakeRequest): EmbedRefusal | undefined {
  return checkKey(request) ?? checkModel(request) ?? checkBatch(request);
}

function checkKey({ headers, path }: FakeRequest): EmbedRefusal | undefined {
  const key = headers['x-goog-api-key'];
  if (path.includes('key=')) return invalid('The fake takes keys in the header only.');
  if (key === undefined) {
    const message =
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";
    return { status: 403, message };
  }
  if (key === FAKE_KEY) return undefined;
  return invalid('API key not valid. Please pass a valid API key.');
}

function modelOf({ path }: FakeRequest): string {
  return PATH.exec(path.split('?')[0] ?? '')?.[1] ?? '';
}

function checkModel(request: FakeRequest): EmbedRefusal | undefined {
  const model = modelOf(request);
  if (MODELS.includes(model)) return undefined;
  const message = `models/${model} is not found for API version v1beta, or is not supported for embedContent. Call ListModels to see the list of available models and their supported methods.`;
  return { status: 404, message };
}

function checkBatch(request: FakeRequest): EmbedRefusal | undefined {
  const { requests } = request.body;
  if (!Array.isArray(requests) || requests.length === 0) {
    return invalid('* BatchEmbedContentsRequest.requests: requests is not specified');
  }
  if (requests.length > 100) {
    return invalid(
      '* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch',
    );
  }
  for (const [at, one] of requests.entries()) {
    const wrong = checkOne(one, `requests[${at}]`, modelOf(request));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function checkOne(one: FakeRequest['body'], at: string, model: string): EmbedRefusal | undefined {
  const extra = Object.keys(one).find((key) => !KEYS.includes(key));
  if (extra !== undefined) {
    const message = `Invalid JSON payload received. Unknown name "${extra}" at '${at}': Cannot find field.`;
    return invalid(message);
  }
  if (one.model !== `models/${model}`) {
    return invalid(`* BatchEmbedContentsRequest.${at}.model: model must match the batch's model`);
  }
  const parts = one.content?.parts;
  if (!Array.isArray(parts) || parts.length !== 1 || !parts[0].text) {
    return invalid(`* BatchEmbedContentsRequest.${at}.content: content is empty`);
  }
  if (/\p{Cs}/u.test(parts[0].text as string)) return invalid('Invalid JSON payload received.');
  if (!TASK_TYPES.includes(one.taskType)) return invalid(`Invalid value at '${at}.task_type'`);
  const size = one.outputDimensionality;
  if (size !== undefined && !(Number.isInteger(size) && size >= 1 && size <= FULL)) {
    return invalid(`* output_dimensionality must be in [1, ${FULL}]`);
  }
  const tokens = fakeTokens(parts[0].text as string);
  return tokens <= MAX_TOKENS
    ? undefined
    : invalid(
        `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${MAX_TOKENS}).`,
      );
}

/** Gemini's `:batchEmbedContents`: vectors are of unit length at their full 3,072 dimensions only. */
export function geminiEmbeddings(): EmbedRoute {
  return new EmbedRoute(gemini, {
    path: PATH,
    check,
    read: (request) => ({
      model: modelOf(request),
      texts: request.body.requests.map((one: FakeRequest['body']) => one.content.parts[0].text),
      task: request.body.requests[0].taskType,
      dimensions: request.body.requests[0].outputDimensionality ?? FULL,
    }),
    vector: (text, { dimensions, task }) => {
      const vector = fakeVector(text, dimensions, task);
      return dimensions === FULL ? unitVector(vector) : vector;
    },
    render: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
  });
}
