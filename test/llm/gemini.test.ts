import type { LlmMessage } from '../../src/llm/types.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { gemini } from '../support/fakes/gemini.js';
import type { FakeStep } from '../support/fakes/script.js';
import { result } from './history.js';
import { answerOf, callsOf, collect, providerOf, request } from './support.js';
import { useOpened } from '../support/use-opened.js';

const fake = useOpened(() => FakeServer.start(gemini));

const play = async (turns: FakeStep[][], env = {}, messages = request.messages) => {
  fake.script(turns);
  const { llm, waits } = providerOf({ ...fake.env, ...env });
  const events = await collect(llm, { messages });
  return { events, waits, ...answerOf(events) };
};

test('asks for the configured model with key, limit, prompt and tools', async () => {
  await play([[{ text: 'ok' }]]);
  expect(fake.last.path).toBe('/v1beta/models/gemini-flash-latest:streamGenerateContent?alt=sse');
  expect(fake.last.body).toMatchObject({
    contents: [{ role: 'user', parts: [{ text: 'Hello?' }] }],
    systemInstruction: { parts: [{ text: 'You help.' }] },
    generationConfig: { maxOutputTokens: 4096 },
  });
  const [weather, cities] = fake.last.body.tools[0].functionDeclarations;
  expect(weather.parameters.properties).toEqual({
    city: { type: 'string', minLength: 1, description: 'Its name.' },
    days: { type: 'integer', minimum: 1, nullable: true },
    unit: { type: 'string', enum: ['C', 'F'] },
    at: { type: 'object', properties: { lat: { type: 'number' } } },
  });
  expect(cities).not.toHaveProperty('parameters');
});

test('a base URL with the version in it is understood too', async () => {
  const answer = await play([[{ text: 'ok' }]], { GEMINI_BASE_URL: `${fake.url}/v1beta/` });
  expect(answer.text).toBe('ok');
});

test('signature and id of a call go back unchanged beside it; foreign calls are marked', async () => {
  const turn: FakeStep[] = [
    { call: { name: 'get_weather', id: 'g1', arguments: { city: 'Rome' }, signature: 'sig-+/=' } },
    { call: { name: 'list_cities', id: 'g2' } },
  ];
  const toolCalls = callsOf((await play([turn], { LLM_MODEL: 'gemini-3-pro' })).events);
  const results = (calls: typeof toolCalls) =>
    calls.map<LlmMessage>(({ id, name }) => ({ ...result(id, '{"n":1}'), name }));
  const foreign = [{ id: 'x', name: 'list_cities', arguments: {}, providerData: { other: {} } }];
  const messages: LlmMessage[] = [
    ...request.messages,
    // As a database gives them back.
    { role: 'assistant', content: '', toolCalls: JSON.parse(JSON.stringify(toolCalls)) },
    ...results(toolCalls),
    { role: 'assistant', content: '', toolCalls: foreign },
    ...results(foreign),
  ];
  await play([[{ text: 'ok' }]], { LLM_MODEL: 'gemini-3-pro' }, messages);
  const call = (name: string, args: object, id?: string) => ({
    functionCall: { ...(id && { id }), name, args },
  });
  const answer = (name: string, id?: string) => {
    return { functionResponse: { ...(id && { id }), name, response: { output: '{"n":1}' } } };
  };
  const signed = { ...call('get_weather', { city: 'Rome' }, 'g1'), thoughtSignature: 'sig-+/=' };
  const thoughtSignature = 'skip_thought_signature_validator';
  expect(fake.last.body.contents.slice(1)).toEqual([
    { role: 'model', parts: [signed, call('list_cities', {}, 'g2')] },
    { role: 'user', parts: [answer('get_weather', 'g1'), answer('list_cities', 'g2')] },
    { role: 'model', parts: [{ ...call('list_cities', {}), thoughtSignature }] },
    { role: 'user', parts: [answer('list_cities')] },
  ]);
  // Gemini 2.5 knows no such check, and gets no such word.
  await play([[{ text: 'ok' }]], { LLM_MODEL: 'gemini-2.5-flash' }, messages);
  expect(JSON.stringify(fake.last.body)).not.toContain('skip_thought');
  // The newest, and what an older one has called without a signature.
  const unsigned = foreign.map((call) => ({ ...call, providerData: { gemini: { id: 'g' } } }));
  messages.splice(-2, 1, { role: 'assistant', content: '', toolCalls: unsigned });
  expect((await play([[{ text: 'ok' }]], {}, messages)).text).toBe('ok');
  expect(fake.last.body.contents.at(-2).parts[0].thoughtSignature).toMatch(/^skip_thought/);
});

test('a blocked prompt ends for safety', async () => {
  const raw =
    'data: {"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":4}}\r\n\r\n';
  expect((await play([[{ raw }, { end: true }]])).end).toEqual({
    type: 'done',
    finishReason: 'safety',
    usage: { inputTokens: 4, outputTokens: 0 },
  });
});

test.each([
  ['JSON that is none', 'data: {"candidates":\n\n'],
  ['a page', '<html>no</html>'],
])('%s, which cannot be read, is an error and not a success', async (_name, raw) => {
  const { text, end } = await play([[{ text: 'Half' }, { raw }]]);
  expect(text).toBe('Half');
  expect(end).toMatchObject({ type: 'error', code: 'model_unavailable', retryable: true });
  expect(end).toMatchObject({ message: 'Gemini broke off in the middle of the answer.' });
});

test('the delay of RetryInfo is kept, and a 429 that speaks of billing is a rate limit', async () => {
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' },
  ];
  const message = 'You exceeded your current quota, please check your plan and billing details.';
  const refused = [{ refuse: { status: 429, message, details } }];
  const { text, waits } = await play([refused, [{ text: 'ok' }]]);
  expect({ text, waits }).toEqual({ text: 'ok', waits: [34_400] });
});

test('an error names what the API said, and neither address nor details', async () => {
  const details = [{ a: 'secret' }];
  const { end } = await play([[{ refuse: { status: 400, message: 'Bad [1] thing', details } }]]);
  expect(end).toMatchObject({ message: 'Gemini answered 400: Bad [1] thing' });
});
