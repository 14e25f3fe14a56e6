import { apiRules } from '../../src/llm/requests/api-rules.js';
import type { ToolSpec } from '../../src/llm/types.js';
import { rewriteSchema } from '../../src/llm/requests/rewrite-schema.js';
import { anthropic } from '../support/fakes/anthropic.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import type { FakeStep } from '../support/fakes/script.js';
import { result, says, user } from './history.js';
import { answerOf, collect, providerOf, request } from './support.js';
import { useOpened } from '../support/use-opened.js';

const fake = useOpened(() => FakeServer.start(anthropic));

async function play(turn: FakeStep[], changes: Parameters<typeof collect>[1] = {}) {
  fake.script([turn]);
  return answerOf(await collect(providerOf(fake.env).llm, changes));
}

const JSON_DELTA = { type: 'input_json_delta' };
const CACHED = { cache_control: { type: 'ephemeral' } };

const event = (type: string, value: object = {}): FakeStep => ({
  raw: `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`,
});

describe('the request', () => {
  test('has key, version, limit, and a prompt and tools that the API may cache', async () => {
    await play([{ text: 'ok' }], { toolChoice: 'required' });
    const version = { 'anthropic-version': '2023-06-01' };
    expect(fake.last.headers).toMatchObject({ 'x-api-key': FAKE_KEY, ...version });
    expect(fake.last.body).toEqual({
      model: 'claude-sonnet-4-6',
      max_tokens: 4096,
      stream: true,
      system: [{ type: 'text', text: 'You help.', ...CACHED }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello?', ...CACHED }] }],
      tools: request.tools.map(({ name, description, inputSchema }, at) => ({
        name,
        description,
        input_schema: rewriteSchema(inputSchema, apiRules.anthropic.schema).schema,
        ...(at === request.tools.length - 1 && CACHED),
      })),
      tool_choice: { type: 'any' },
    });
  });

  test('the shortlist is a block behind the question, and the end of the request is cached too', async () => {
    const messages = [user('One'), says('', 'a'), result('a')];
    await play([{ text: 'ok' }], { messages, shortlist: 'get_city' });
    const [question, , results] = fake.last.body.messages;
    expect(question.content).toEqual([
      { type: 'text', text: 'One', ...CACHED },
      { type: 'text', text: expect.stringMatching(/find_tools[^]*\nget_city$/) },
    ]);
    expect(results.content).toEqual([expect.objectContaining({ tool_use_id: 'a', ...CACHED })]);
  });

  test('a base URL with the version in it is understood too', async () => {
    fake.script([[{ text: 'ok' }]]);
    const env = { ...fake.env, ANTHROPIC_BASE_URL: `${fake.url}/v1/` };
    expect(answerOf(await collect(providerOf(env).llm)).text).toBe('ok');
  });

  test('results stand in the turn behind their calls, and each message in one of its own', async () => {
    const failed = [says(' ', 'a.1'), result('a.1', 'no', true), says('Failed.')];
    await play([{ text: 'ok' }], { messages: [user('One'), ...failed, user('Two')] });
    const text = (value: string) => ({ type: 'text', text: value });
    const id = expect.stringMatching(/^[0-9a-f]{9}$/);
    const refused = { content: 'no', is_error: true };
    expect(fake.last.body.messages).toEqual([
      { role: 'user', content: [text('One')] },
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'list_cities', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, ...refused }] },
      { role: 'assistant', content: [text('Failed.')] },
      { role: 'user', content: [{ ...text('Two'), ...CACHED }] },
    ]);
  });
});

const [weather] = request.tools as [ToolSpec];
const tool = { ...weather, inputExamples: [{ city: 'Rome' }, { city: 7 }, {}] };
const sent = () => fake.last.body.tools[0].input_examples;

test('examples of calls are sent as far as the schema takes them', async () => {
  expect((await play([{ text: 'ok' }], { tools: [tool] })).text).toBe('ok');
  expect(sent()).toEqual([{ city: 'Rome' }]);
  await play([{ text: 'ok' }], { tools: [{ ...tool, inputExamples: [{}] }] });
  expect(sent()).toBeUndefined();
});

test('examples of calls are left out from then on for an API that does not know them', async () => {
  const message = 'tools.0.custom.input_examples: Extra inputs are not permitted';
  fake.script([[{ refuse: { status: 400, message } }], [{ text: 'ok' }], [{ text: 'ok' }]]);
  const { llm } = providerOf(fake.env);
  await collect(llm, { tools: [tool] });
  expect([answerOf(await collect(llm, { tools: [tool] })).text, sent()]).toEqual(['ok', undefined]);
});

describe('the stream', () => {
  test('tokens read from and written to the cache are input', async () => {
    const cached = { cache_creation_input_tokens: 20, cache_read_input_tokens: 100 };
    const usage = { input_tokens: 3, ...cached };
    const answer = await play([
      event('message_start', { message: { usage: { ...usage, output_tokens: 1 } } }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } }),
      event('message_stop'),
      { end: true },
    ]);
    const counted = { inputTokens: 123, outputTokens: 9, cachedTokens: 100 };
    expect(answer.end).toMatchObject({ usage: counted });
  });

  test('pings, unknown events, unknown deltas and comments are passed over', async () => {
    const answer = await play([
      { raw: ': hello\n\n' },
      event('ping'),
      event('something_new', { index: 0 }),
      event('content_block_start', { index: 9, content_block: { type: 'server_tool', id: 's' } }),
      event('content_block_delta', { index: 9, delta: { ...JSON_DELTA, partial_json: '{' } }),
      event('content_block_delta', { index: 9, delta: { type: 'citations_delta' } }),
      { text: 'ok' },
    ]);
    expect(answer).toMatchObject({ text: 'ok', calls: [], end: { finishReason: 'stop' } });
  });

  test.each([
    ['stop_sequence', 'stop'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'safety'],
    ['pause_turn', 'other'],
    ['something_new', 'other'],
  ])('stop reason %s is %s', async (reason, expected) => {
    const answer = await play([
      event('message_delta', { delta: { stop_reason: reason }, usage: {} }),
      event('message_stop'),
      { end: true },
    ]);
    expect(answer.end).toMatchObject({ finishReason: expected });
  });

  test.each([
    ['overloaded_error', 'model_unavailable'],
    ['api_error', 'model_unavailable'],
    ['invalid_request_error', 'model_error'],
    ['authentication_error', 'model_error'],
  ])('%s after text is final: %s', async (type, code) => {
    const { end } = await play([{ text: 'Half' }, { error: { message: 'Why.', type } }]);
    const message = 'Anthropic broke off the answer: Why.';
    expect(end).toMatchObject({ type: 'error', code, message });
  });

  test('an overload as the first event of a stream is waited out', async () => {
    fake.script([[{ error: { message: 'Busy.', type: 'overloaded_error' } }], [{ text: 'ok' }]]);
    const { llm, waits } = providerOf(fake.env);
    expect([answerOf(await collect(llm)).text, waits]).toEqual(['ok', [5_000]]);
  });
});
