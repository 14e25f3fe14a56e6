import { bad, FAKE_KEY, json, refusal, type FakeApi, type FakeRequest } from './fake-api.js';

/** What the fake found, as Perplexity words it. */
export interface FakeFinding {
  answer: string;
  pages: { url: string; title: string; snippet?: string }[];
}

const MODELS = ['sonar', 'sonar-pro'];

/** Perplexity's chat completions, as strict as the real one about key, model and the order of messages. */
export function perplexity(find: (question: string) => FakeFinding): FakeApi {
  return {
    name: 'perplexity',
    env: (url) => ({ PERPLEXITY_BASE_URL: url, PERPLEXITY_API_KEY: FAKE_KEY }),
    errorBody,
    routes: [
      {
        method: 'POST',
        path: /^\/chat\/completions$/,
        answer: (request) => {
          const wrong = check(request);
          if (wrong !== undefined) return refusal({ errorBody }, wrong);
          const { messages, model } = request.body as Body;
          return json(200, completion(model, find(messages.at(-1)?.content ?? '')));
        },
      },
    ],
  };
}

type Body = { model: string; messages: { role: string; content: string }[] };

const errorBody = (code: number, message: string) => ({
  error: { message, type: code === 401 ? 'unauthorized' : 'bad_request', code },
});

function check({ headers, body }: FakeRequest) {
  if (headers.authorization !== `Bearer ${FAKE_KEY}`) return bad('Invalid API key', 401);
  const { model, messages, ...rest } = body as Body & Record<string, unknown>;
  const unknown = Object.keys(rest).filter((key) => !['max_tokens', 'temperature'].includes(key));
  if (unknown.length > 0) return bad(`unexpected field ${unknown.join()}`);
  if (!MODELS.includes(model)) return bad(`Invalid model '${model}'`);
  if (!Array.isArray(messages) || !messages.every((one) => typeof one?.content === 'string'))
    return bad('messages must be a list of {role, content}');
  const talk = messages.filter(({ role }, at) => role !== 'system' || at > 0);
  const alternate = talk.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'));
  if (talk.length % 2 === 1 && alternate) return undefined;
  return bad('After the optional system message(s), user and assistant should be alternating');
}

function completion(model: string, { answer, pages }: FakeFinding) {
  return {
    id: 'fake-completion',
    object: 'chat.completion',
    model,
    created: 1_760_000_000,
    citations: pages.map(({ url }) => url),
    search_results: pages.map((page) => ({ date: null, ...page })),
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answer } }],
    usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
  };
}
