import { createOpenAiSource } from '../../src/llm/providers/openai/openai-source.js';
import { apiRules } from '../../src/llm/requests/api-rules.js';
import { fitRequests } from '../../src/llm/requests/fit-requests.js';
import type { LlmEvent } from '../../src/llm/types.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { openai } from '../support/fakes/openai.js';
import { answerOf, callsOf, collect, providerOf, request } from './support.js';
import { useOpened } from '../support/use-opened.js';

const fake = useOpened(() => FakeServer.start(openai));

/** The events of chunks as a compatible server sends them: `data:` lines as given, nothing of the fake's own. */
async function read(...chunks: (object | string)[]): Promise<LlmEvent[]> {
  const raw = chunks
    .map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`)
    .join('');
  fake.script([[{ raw }, { end: true }]]);
  return collect(providerOf(fake.env).llm);
}

const delta = (value: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: value, finish_reason: finish }],
});
/** A chunk with a part of the call at an index: its id, its name, and more of its arguments. */
const part = (index?: number, id?: string | null, name?: string | null, args?: string) =>
  delta({ tool_calls: [{ index, id, function: { name, arguments: args } }] });
const [WEATHER, CITIES] = ['get_weather', 'list_cities'];
const [ROME, FIRST, SECOND] = ['{"city":"Rome"}', '{"city":', '"Rome"}'];
const none = undefined;

const one = [{ name: WEATHER, arguments: { city: 'Rome' } }];
const other = (args: object) => [...one, { name: CITIES, arguments: args }];
const later = [FIRST, SECOND].map((args) => part(none, none, none, args));
const noIndex = [part(none, 'a', WEATHER, ''), ...later];
const nothing = [[{}], [], null].map((tool_calls) => delta({ tool_calls }));
const [first, second] = [part(0, 'a', WEATHER, FIRST), part(0, none, none, SECOND)];
const inTurn = [first, part(1, 'b', CITIES, '{}'), second];
const halves = [part(0, 'b', CITIES, '{"n":'), part(0, none, none, '1}')];
const sameIndex = [part(0, 'a', WEATHER), part(0, none, none, ROME), ...halves];
test.each<[string, (object | string)[], object[]]>([
  ['an index from 1', [part(1, 'a', WEATHER), part(1, none, none, ROME)], one],
  ['no index at all', noIndex, one],
  ['the same index for every call', sameIndex, other({ n: 1 })],
  ['another id in each fragment', [part(0, 'a', WEATHER, FIRST), part(0, 'b', none, SECOND)], one],
  ['a null id in later fragments', [part(0, 'a', WEATHER), part(0, null, null, ROME)], one],
  ['the name in a later fragment', [part(0, 'a', none, ''), part(0, none, WEATHER, ROME)], one],
  ['the name in each fragment', [part(0, 'a', WEATHER, FIRST), part(0, 'a', WEATHER, SECOND)], one],
  ['no name ever', [part(0, 'a', none, ROME)], [{ name: '', arguments: { city: 'Rome' } }]],
  ['an empty fragment at the end', [part(0, 'a', WEATHER, ROME), ...nothing], one],
  ['fragments of two calls in turn', inTurn, other({})],
  ['a chunk that is no JSON', ['OK', part(0, 'a', WEATHER, ROME), '{"choices":'], one],
])('calls as servers in the wild send them: %s', async (_name, chunks, calls) => {
  const events = await read(...chunks, delta({}, 'stop'), '[DONE]');
  expect(answerOf(events).calls).toEqual(calls);
  const finishReason = calls.length > 0 ? 'tool_calls' : 'stop';
  expect(answerOf(events).end).toMatchObject({ finishReason });
  expect(callsOf(events).every(({ id }) => id !== '')).toBe(true);
});

test('calls as servers in the wild send them: a repeated id is replaced', async () => {
  const events = await read(part(0, 'x', WEATHER), part(1, 'x', WEATHER), delta({}, 'tool_calls'));
  const [first, second] = callsOf(events).map(({ id }) => id);
  expect([first, second]).toEqual(['x', expect.stringMatching(/^call_/)]);
});

test('calls as servers in the wild send them: a call cut by the limit is not run', async () => {
  const cut = part(0, 'a', WEATHER, '{"city":"Ro');
  const answer = answerOf(await read(cut, delta({}, 'length'), '[DONE]'));
  expect(answer).toMatchObject({ calls: [], end: { type: 'done', finishReason: 'length' } });
});

describe('the rest of the stream', () => {
  test.each(['reasoning_content', 'reasoning'])('%s is thinking', async (field) => {
    expect(
      answerOf(await read(delta({ [field]: 'Hm.' }), delta({ content: 'Yes.' }, 'stop'))),
    ).toMatchObject({ thinking: 'Hm.', text: 'Yes.', end: { type: 'done' } });
  });

  test('a refusal is text for the user', async () => {
    const answer = answerOf(await read(delta({ content: null, refusal: 'I cannot.' }, 'stop')));
    expect(answer).toMatchObject({ text: 'I cannot.', end: { finishReason: 'stop' } });
  });

  test('usage comes in a last chunk without choices', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 6 };
    expect(
      answerOf(await read(delta({ content: 'a' }, 'stop'), { choices: [], usage }, '[DONE]')).end,
    ).toMatchObject({ usage: { inputTokens: 5, outputTokens: 6 } });
  });

  test('[DONE] may be left out after a finish reason, and the reason before [DONE]', async () => {
    expect(answerOf(await read(delta({ content: 'a' }, 'stop'))).end?.type).toBe('done');
    expect(answerOf(await read(delta({ content: 'a' }), '[DONE]')).end).toMatchObject({
      finishReason: 'other',
    });
    expect(answerOf(await read(delta({ content: 'a' }))).end).toMatchObject({ type: 'error' });
  });

  test.each([
    ['a number', { message: 'Busy.', code: 503 }, 'model_unavailable'],
    ['a number of refusal', { message: 'Too long.', code: 400 }, 'model_error'],
    ['a word', { message: 'Busy.', code: 'overloaded' }, 'model_unavailable'],
  ])('an error with %s as code', async (_name, error, code) => {
    const { end } = answerOf(await read(delta({ content: 'a' }), { error }));
    expect(end).toMatchObject({ type: 'error', code });
    expect(end).toMatchObject({ message: expect.stringContaining(error.message) });
  });
});

describe('the request', () => {
  test('names model, limit, tools and usage, with the key in its header', async () => {
    fake.script([[{ text: 'ok' }]]);
    await collect(providerOf(fake.env).llm, { toolChoice: { name: 'list_cities' } });
    expect(fake.last.headers.authorization).toBe(`Bearer ${fake.env['OPENAI_API_KEY']}`);
    const user = { role: 'user', content: 'Hello?' };
    expect(fake.last.body).toMatchObject({
      model: 'fake-model',
      max_tokens: 4096,
      stream: true,
      stream_options: { include_usage: true },
      tool_choice: { type: 'function', function: { name: 'list_cities' } },
      messages: [{ role: 'system', content: 'You help.' }, user],
    });
    expect(fake.last.body).not.toHaveProperty('max_completion_tokens');
    expect(fake.last.body).not.toHaveProperty('reasoning_effort');
  });

  test('OpenAI itself gets the newer name of the limit, which its newer models demand', async () => {
    fake.script([[{ text: 'ok' }]]);
    const apiKey = fake.env['OPENAI_API_KEY'];
    const limitField = 'max_completion_tokens';
    const baseUrl = `${fake.url}/v1`;
    const [model, reasoningEffort] = ['gpt-5-mini', 'none'] as const;
    const options = { apiKey, baseUrl, model, limitField, reasoningEffort } as const;
    const source = fitRequests(createOpenAiSource(options), apiRules.openai);
    for await (const _event of source.open(request, new AbortController().signal)) void _event;
    expect(fake.last.status).toBe(200);
    expect(fake.last.body).toMatchObject({ max_completion_tokens: 4096, reasoning_effort: 'none' });
    expect(fake.last.body).not.toHaveProperty('max_tokens');
  });

  test('without a key there is no header, and without tools no field for them', async () => {
    fake.script([[{ text: 'ok' }]]);
    const { OPENAI_API_KEY: _key, ...env } = fake.env;
    await collect(providerOf(env).llm, { tools: [], toolChoice: 'auto' });
    expect(fake.last.headers).not.toHaveProperty('authorization');
    expect(fake.last.body).not.toHaveProperty('tools');
    expect(fake.last.body).not.toHaveProperty('tool_choice');
  });

  test('exhausted credit that comes as 429 is not tried again', async () => {
    const details = { code: 'insufficient_quota' };
    fake.script([[{ refuse: { status: 429, message: 'You exceeded your quota.', details } }]]);
    const { llm, waits } = providerOf(fake.env);
    const { end } = answerOf(await collect(llm));
    expect(end).toMatchObject({ code: 'model_error', retryable: false });
    expect(waits).toEqual([]);
  });
});
