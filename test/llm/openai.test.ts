import { describe, expect, test } from '@jest/globals';
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
const fragment = (value: object) => delta({ tool_calls: [value] });
const named = (value: object = {}) => ({ name: 'get_weather', ...value });
const ROME = '{"city":"Rome"}';

describe('calls as servers in the wild send them', () => {
  const one = [{ name: 'get_weather', arguments: { city: 'Rome' } }];
  test.each<[string, (object | string)[], object[]]>([
    [
      'an index from 1',
      [
        fragment({ index: 1, id: 'a', function: named() }),
        fragment({ index: 1, function: { arguments: ROME } }),
      ],
      one,
    ],
    [
      'no index at all',
      [
        fragment({ id: 'a', function: named({ arguments: '' }) }),
        fragment({ function: { arguments: '{"city":' } }),
        fragment({ function: { arguments: '"Rome"}' } }),
      ],
      one,
    ],
    [
      'the same index for every call',
      [
        fragment({ index: 0, id: 'a', function: named() }),
        fragment({ index: 0, function: { arguments: ROME } }),
        fragment({ index: 0, id: 'b', function: { name: 'list_cities', arguments: '{"n":' } }),
        fragment({ index: 0, function: { arguments: '1}' } }),
      ],
      [...one, { name: 'list_cities', arguments: { n: 1 } }],
    ],
    [
      'another id in each fragment of a call',
      [
        fragment({ index: 0, id: 'a', function: named({ arguments: '{"city":' }) }),
        fragment({ index: 0, id: 'b', function: { arguments: '"Rome"}' } }),
      ],
      one,
    ],
    [
      'a null id in later fragments',
      [
        fragment({ index: 0, id: 'a', function: named() }),
        fragment({ index: 0, id: null, function: { name: null, arguments: ROME } }),
      ],
      one,
    ],
    [
      'the name in a later fragment',
      [
        fragment({ index: 0, id: 'a', function: { arguments: '' } }),
        fragment({ index: 0, function: named({ arguments: ROME }) }),
      ],
      one,
    ],
    [
      'the name in each fragment',
      [
        fragment({ index: 0, id: 'a', function: named({ arguments: '{"city":' }) }),
        fragment({ index: 0, id: 'a', function: named({ arguments: '"Rome"}' }) }),
      ],
      one,
    ],
    [
      'no name ever',
      [fragment({ index: 0, id: 'a', function: { arguments: ROME } })],
      [{ name: '', arguments: { city: 'Rome' } }],
    ],
    [
      'an empty fragment at the end',
      [
        fragment({ index: 0, id: 'a', function: named({ arguments: ROME }) }),
        fragment({}),
        delta({ tool_calls: [] }),
        delta({ tool_calls: null }),
      ],
      one,
    ],
    [
      'fragments of two calls in turn',
      [
        fragment({ index: 0, id: 'a', function: named({ arguments: '{"city":' }) }),
        fragment({ index: 1, id: 'b', function: { name: 'list_cities', arguments: '{}' } }),
        fragment({ index: 0, function: { arguments: '"Rome"}' } }),
      ],
      [...one, { name: 'list_cities', arguments: {} }],
    ],
    [
      'a chunk that is no JSON',
      ['OK', fragment({ index: 0, id: 'a', function: named({ arguments: ROME }) }), '{"choices":'],
      one,
    ],
  ])('%s', async (_name, chunks, calls) => {
    const events = await read(...chunks, delta({}, 'stop'), '[DONE]');
    expect(answerOf(events).calls).toEqual(calls);
    expect(answerOf(events).end).toMatchObject({
      finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
    });
    expect(callsOf(events).every(({ id }) => id !== '')).toBe(true);
  });

  test('a repeated id is replaced', async () => {
    const events = await read(
      fragment({ index: 0, id: 'x', function: named() }),
      fragment({ index: 1, id: 'x', function: named() }),
      delta({}, 'tool_calls'),
    );
    const [first, second] = callsOf(events).map(({ id }) => id);
    expect(first).toBe('x');
    expect(second).toMatch(/^call_/);
  });

  test('a call cut by the limit is not run', async () => {
    const cut = fragment({ index: 0, id: 'a', function: named({ arguments: '{"city":"Ro' }) });
    const answer = answerOf(await read(cut, delta({}, 'length'), '[DONE]'));
    expect(answer).toMatchObject({ calls: [], end: { type: 'done', finishReason: 'length' } });
  });
});

describe('the rest of the stream', () => {
  test.each(['reasoning_content', 'reasoning'])('%s is thinking', async (field) => {
    const answer = answerOf(
      await read(delta({ [field]: 'Hm.' }), delta({ content: 'Yes.' }, 'stop')),
    );
    expect(answer).toMatchObject({ thinking: 'Hm.', text: 'Yes.', end: { type: 'done' } });
  });

  test('a refusal is text for the user', async () => {
    const answer = answerOf(await read(delta({ content: null, refusal: 'I cannot.' }, 'stop')));
    expect(answer).toMatchObject({ text: 'I cannot.', end: { finishReason: 'stop' } });
  });

  test('usage comes in a last chunk without choices', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 6 };
    const { end } = answerOf(
      await read(delta({ content: 'a' }, 'stop'), { choices: [], usage }, '[DONE]'),
    );
    expect(end).toMatchObject({ usage: { inputTokens: 5, outputTokens: 6 } });
  });

  test('[DONE] may be left out after a finish reason, and the reason before [DONE]', async () => {
    expect(answerOf(await read(delta({ content: 'a' }, 'stop'))).end).toMatchObject({
      type: 'done',
    });
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
    expect(fake.last.body).toMatchObject({
      model: 'fake-model',
      max_tokens: 4096,
      stream: true,
      stream_options: { include_usage: true },
      tool_choice: { type: 'function', function: { name: 'list_cities' } },
      messages: [
        { role: 'system', content: 'You help.' },
        { role: 'user', content: 'Hello?' },
      ],
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
    fake.script([
      [{ refuse: { status: 429, message: 'You exceeded your current quota.', details } }],
    ]);
    const { llm, waits } = providerOf(fake.env);
    expect(answerOf(await collect(llm)).end).toMatchObject({
      code: 'model_error',
      retryable: false,
    });
    expect(waits).toEqual([]);
  });
});
