import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anthropic } from '../support/fakes/anthropic.js';
import type { FakeApi } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { gemini } from '../support/fakes/gemini.js';
import { ollama } from '../support/fakes/ollama.js';
import { openai } from '../support/fakes/openai.js';
import { answerOf, callsOf, collect, providerOf } from './support.js';
import { useOpened } from '../support/use-opened.js';

// Streams of public reports that no API documents: what is unambiguous in them is read, the rest is an error.

const sse = (...events: (object | string)[]) =>
  events
    .map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
    .join('');
const lines = (...chunks: object[]) => chunks.map((one) => `${JSON.stringify(one)}\n`).join('');

const delta = (value: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: value, finish_reason: finish }],
});
/** Fragments of calls, a chunk each, and the end of the answer. */
const openAi = (fragments: object[], finish: string | null = 'tool_calls') =>
  sse(...fragments.map((one) => delta({ tool_calls: [one] })), delta({}, finish), '[DONE]');
const part = (args: unknown, more: object = {}) => ({
  index: 0,
  function: { arguments: args },
  ...more,
});
const head = (name: string, args: unknown, more: object = {}) => ({
  ...{ index: 0, function: { name, arguments: args } },
  ...more,
});

const start = (index: number, id: string, name: string, input: object = {}) => ({
  ...{ type: 'content_block_start', index },
  content_block: { type: 'tool_use', id, name, input },
});
const json = (index: number, partial_json: unknown) => ({
  ...{ type: 'content_block_delta', index },
  delta: { type: 'input_json_delta', partial_json },
});
const claude = (...events: object[]) =>
  sse(
    ...events,
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  );

const candidate = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { parts }, finishReason }],
});
const called = (name: string, args: object, id?: string) => ({ functionCall: { id, name, args } });
const told = (calls: object[], done = false) => ({
  ...{ message: { role: 'assistant', content: '', tool_calls: calls }, done },
  ...(done ? { done_reason: 'stop' } : {}),
});
const toolCall = (args: object, id?: string) => ({
  ...{ id, function: { index: 0, name: 'get_weather', arguments: args } },
});

const [ROME, OSLO] = ['{"city":"Rome"}', '{"city":"Oslo"}'];
const rome = { name: 'get_weather', arguments: { city: 'Rome' } };
const oslo = { name: 'get_weather', arguments: { city: 'Oslo' } };
const cities = { name: 'list_cities', arguments: { n: 1 } };
const empty = { name: 'list_cities', arguments: {} };

/** The name of a case, its bytes, and the calls in it, or what its error says. */
type Row = [string, string, object[] | RegExp];

const openAiRows: Row[] = [
  [
    'all arguments once more at the end',
    openAi([head('get_weather', '{"city":', { id: 'a' }), part('"Rome"}'), part(ROME)]),
    [rome],
  ],
  [
    'the same with name and id, and in another order of keys',
    openAi([
      head('get_weather', '{"city":"Rome","days":2}', { id: 'a' }),
      head('get_weather', '{ "days": 2, "city": "Rome" }', { id: 'a' }),
    ]),
    [{ name: 'get_weather', arguments: { city: 'Rome', days: 2 } }],
  ],
  [
    '{} first',
    openAi([head('get_weather', '{}', { id: 'a' }), part('{"city":'), part('"Rome"}')]),
    [rome],
  ],
  ...[{}, { id: '' }, { id: null }].flatMap((more): Row[] => {
    const id = JSON.stringify(more);
    return [
      [
        `two tools at index 0 with ${id}`,
        openAi([
          head('get_weather', '{"city":', more),
          part('"Rome"}', more),
          head('list_cities', '{"n":1}', more),
        ]),
        [rome, cities],
      ],
      [
        `one tool twice at index 0 with ${id}`,
        openAi([
          head('get_weather', ROME, more),
          head('get_weather', '{"city":', more),
          part('"Oslo"}', more),
        ]),
        [rome, oslo],
      ],
      [
        `the first without arguments, with ${id}`,
        openAi([head('list_cities', '', more), head('get_weather', ROME, more)]),
        [empty, rome],
      ],
    ];
  }),
  [
    'two calls at index 0, the second without an id',
    openAi([head('get_weather', ROME, { id: 'a' }), head('list_cities', '{"n":1}')]),
    [rome, cities],
  ],
  [
    'two ids at index 0 in turn',
    openAi([
      head('get_weather', '{"city":', { id: 'a' }),
      head('list_cities', '{"n":', { id: 'b' }),
      part('"Rome"}', { id: 'a' }),
      part('1}', { id: 'b' }),
    ]),
    [rome, cities],
  ],
  [
    'function_call deltas',
    sse(
      delta({ function_call: { name: 'get_weather', arguments: '' } }),
      delta({ function_call: { arguments: '{"city":' } }),
      delta({ function_call: { arguments: '"Rome"}' } }),
      delta({}, 'function_call'),
      '[DONE]',
    ),
    [rome],
  ],
  [
    'function_call with its name in each delta',
    sse(
      delta({ function_call: { name: 'get_weather', arguments: '{"city":' } }),
      delta({ function_call: { name: 'get_weather', arguments: '"Rome"}' } }, 'function_call'),
    ),
    [rome],
  ],
  [
    'a call in both ways',
    sse(
      delta({
        tool_calls: [head('get_weather', ROME, { id: 'a' })],
        function_call: { name: 'get_weather', arguments: ROME },
      }),
      delta({ function_call: { name: 'get_weather', arguments: ROME } }, 'tool_calls'),
    ),
    [rome],
  ],
  ['a name alone, with a reason', openAi([head('list_cities', '')]), [empty]],
  [
    'a name alone, and [DONE]',
    openAi([head('list_cities', '')], null),
    /before the arguments .*list_cities/,
  ],
  [
    'a name alone, with a reason that cuts',
    openAi([head('list_cities', '')], 'abort'),
    /before the arg/,
  ],
  [
    'half the arguments, and [DONE]',
    openAi([head('get_weather', '{"ci')], null),
    /before the arguments/,
  ],
  ['whole arguments, and [DONE]', openAi([head('get_weather', ROME)], null), [rome]],
  [
    'other arguments for the same call',
    openAi([head('get_weather', ROME, { id: 'a' }), part(OSLO)]),
    /two different sets of arguments for one call of get_weather.*fault of the server/,
  ],
];

const others: Record<string, { api: FakeApi; rows: Row[] }> = {
  openai: { api: openai, rows: openAiRows },
  anthropic: {
    api: anthropic,
    rows: [
      [
        'all arguments once more',
        claude(start(0, 'a', 'get_weather'), json(0, ROME), json(0, ROME)),
        [rome],
      ],
      ['{} first', claude(start(0, 'a', 'get_weather'), json(0, '{}'), json(0, ROME)), [rome]],
      [
        'in the block, and once more in deltas',
        claude(
          start(0, 'a', 'get_weather', { city: 'Rome' }),
          json(0, '{"city":"Ro'),
          json(0, 'me"}'),
        ),
        [rome],
      ],
      ['as an object', claude(start(0, 'a', 'get_weather'), json(0, { city: 'Rome' })), [rome]],
      [
        'the block twice',
        claude(start(0, 'a', 'get_weather'), start(0, 'a', 'get_weather'), json(0, ROME)),
        [rome],
      ],
      [
        'two blocks at index 0',
        claude(
          start(0, 'a', 'get_weather'),
          json(0, ROME),
          start(0, 'b', 'get_weather'),
          json(0, OSLO),
        ),
        [rome, oslo],
      ],
      [
        'one id for two calls',
        claude(
          start(0, 'a', 'get_weather'),
          json(0, ROME),
          start(1, 'a', 'get_weather'),
          json(1, OSLO),
        ),
        [rome, oslo],
      ],
      [
        'a name alone whose block ends',
        sse(
          start(0, 'a', 'list_cities'),
          { type: 'content_block_stop', index: 0 },
          { type: 'message_stop' },
        ),
        [empty],
      ],
      [
        'a name alone',
        sse(start(0, 'a', 'list_cities'), { type: 'message_stop' }),
        /before the arguments .*list_cities/,
      ],
      [
        'other arguments for the same call',
        claude(start(0, 'a', 'get_weather'), json(0, ROME), json(0, OSLO)),
        /Anthropic sent two different sets/,
      ],
    ],
  },
  gemini: {
    api: gemini,
    rows: [
      [
        'a call once more in the last chunk',
        sse(
          candidate([called('get_weather', { city: 'Rome' })]),
          candidate([called('get_weather', { city: 'Rome' })], 'STOP'),
        ),
        [rome],
      ],
      [
        '{} first under the same id',
        sse(
          candidate([called('get_weather', {}, 'a')]),
          candidate([called('get_weather', { city: 'Rome' }, 'a')], 'STOP'),
        ),
        [rome],
      ],
      [
        'the same under two ids',
        sse(
          candidate([called('get_weather', { city: 'Rome' }, 'a')]),
          candidate([called('get_weather', { city: 'Rome' }, 'b')], 'STOP'),
        ),
        [rome, rome],
      ],
      [
        'one id for two calls',
        sse(
          candidate(
            [
              called('get_weather', { city: 'Rome' }, 'a'),
              called('get_weather', { city: 'Oslo' }, 'a'),
            ],
            'STOP',
          ),
        ),
        [rome, oslo],
      ],
    ],
  },
  ollama: {
    api: ollama,
    rows: [
      [
        'a call once more in the last line',
        lines(told([toolCall({ city: 'Rome' })]), told([toolCall({ city: 'Rome' })], true)),
        [rome],
      ],
      [
        '{} first under the same id',
        lines(told([toolCall({}, 'a')]), told([toolCall({ city: 'Rome' }, 'a')]), told([], true)),
        [rome],
      ],
      [
        'two calls at index 0',
        lines(told([toolCall({ city: 'Rome' })]), told([toolCall({ city: 'Oslo' })], true)),
        [rome, oslo],
      ],
      [
        'the same twice in one line',
        lines(told([toolCall({ city: 'Rome' }), toolCall({ city: 'Rome' })], true)),
        [rome, rome],
      ],
    ],
  },
};

describe.each(Object.entries(others))('%s', (_name, { api, rows }) => {
  const fake = useOpened(() => FakeServer.start(api));

  /** A stumble is tried once more: the same bytes come again. */
  async function play(raw: string, delivery = {}) {
    fake.script(
      [
        [{ raw }, { end: true }],
        [{ raw }, { end: true }],
      ],
      delivery,
    );
    const events = await collect(providerOf(fake.env).llm);
    return { ...answerOf(events), ids: callsOf(events).map(({ id }) => id) };
  }

  test.each(rows)('%s', async (_row, raw, wanted) => {
    const { calls, end, ids } = await play(raw);
    if (wanted instanceof RegExp) {
      expect(end).toMatchObject({ type: 'error', message: expect.stringMatching(wanted) });
      expect(calls).toEqual([]);
    } else {
      expect(end).toMatchObject({ type: 'done' });
      expect(calls).toEqual(wanted);
      expect(new Set(ids.filter((id) => id !== '')).size).toBe(wanted.length);
    }
  });

  test('the bytes cut anywhere give the same', async () => {
    const row = fc.constantFrom(...rows);
    const property = fc.asyncProperty(
      row,
      fc.nat(),
      fc.integer({ min: 1, max: 60 }),
      async ([, raw], seed, max) => {
        const { ids: _whole, ...whole } = await play(raw);
        const { ids: _cut, ...cut } = await play(raw, { split: { seed, max } });
        expect(cut).toEqual(whole);
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });
});

describe('content as a list of parts', () => {
  const fake = useOpened(() => FakeServer.start(openai));

  test.each<[string, unknown, object]>([
    [
      'texts',
      [
        { type: 'text', text: 'Hel' },
        { type: 'text', text: 'lo' },
      ],
      { text: 'Hello' },
    ],
    ['plain texts', ['Hel', 'lo'], { text: 'Hello' }],
    ['a part alone', { type: 'text', text: 'Hello' }, { text: 'Hello' }],
    ['OpenAI’s newer types', [{ type: 'output_text', text: 'Hello' }], { text: 'Hello' }],
    ['a refusal', [{ type: 'refusal', refusal: 'No.' }], { text: 'No.' }],
    [
      'thoughts of Mistral',
      [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: 'Yes.' },
      ],
      { thinking: 'Hm.', text: 'Yes.' },
    ],
    [
      'parts without a text',
      [{ type: 'reference', reference_ids: [1] }, null, 5, { type: 'text', text: 'Yes.' }],
      { text: 'Yes.' },
    ],
    ['nothing', [], { text: '' }],
  ])('%s', async (_name, content, wanted) => {
    const raw = sse(delta({ content }), delta({}, 'stop'), '[DONE]');
    fake.script([[{ raw }, { end: true }]]);
    const answer = answerOf(await collect(providerOf(fake.env).llm));
    expect(answer).toMatchObject({ thinking: '', ...wanted, end: { type: 'done' } });
  });
});
