import fc from 'fast-check';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames, type FakeName } from '../support/fakes/fakes.js';
import { answerOf, callsOf, collect, providerOf } from './support.js';
import { useOpened } from '../support/use-opened.js';

// Streams of public reports that no API documents: what is unambiguous in them is read, the rest is an error.

const sse = (...events: (object | string)[]) =>
  events
    .map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
    .join('');

const delta = (value: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: value, finish_reason: finish }],
});
/** Fragments of calls, a chunk each, and the end of the answer. */
const openAi = (fragments: object[], finish: string | null = 'tool_calls') =>
  sse(...fragments.map((one) => delta({ tool_calls: [one] })), delta({}, finish), '[DONE]');
type Id = string | null;
/** A fragment of a call at index 0: more of its arguments, or its head. */
const part = (args: unknown, id?: Id) => ({ index: 0, id, function: { arguments: args } });
const head = (name: string) => (args: unknown, id?: Id) => ({
  index: 0,
  id,
  function: { name, arguments: args },
});
const WEATHER = 'get_weather';
const [weather, list] = [head(WEATHER), head('list_cities')];
const halves = (city: string, id?: Id) => [weather('{"city":', id), part(`"${city}"}`, id)];
const turns = [weather('{"city":', 'a'), list('{"n":', 'b'), part('"Rome"}', 'a'), part('1}', 'b')];
/** The older field, for one call alone. */
const single = (args: string, name?: string) => ({ function_call: { name, arguments: args } });

const block = (index: number, id: string, name: string, input: object = {}) => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id, name, input },
});
const asks = (index: number, id: string, input?: object) => block(index, id, 'get_weather', input);
const json = (index: number, partial_json: unknown) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
});
const STOP = { type: 'message_stop' };
const claude = (...events: object[]) =>
  sse(...events, { type: 'message_delta', delta: { stop_reason: 'tool_use' } }, STOP);

/** Chunks of calls, the last with a reason: the arguments of each, and its id. */
const chunks = (...calls: [args: object, id?: string][][]) =>
  sse(
    ...calls.map((some, at) => {
      const parts = some.map(([args, id]) => ({ functionCall: { id, name: 'get_weather', args } }));
      const finishReason = at === calls.length - 1 ? 'STOP' : undefined;
      return { candidates: [{ content: { parts }, finishReason }] };
    }),
  );
/** Lines of calls, likewise; the last is the end. */
const told = (...calls: [args: object, id?: string][][]) =>
  calls
    .map((some, at) => {
      const called = { index: 0, name: WEATHER };
      const tool_calls = some.map(([args, id]) => ({
        id,
        function: { ...called, arguments: args },
      }));
      return `${JSON.stringify({ message: { role: 'assistant', content: '', tool_calls }, ...(at === calls.length - 1 ? { done: true, done_reason: 'stop' } : { done: false }) })}\n`;
    })
    .join('');

const [ROME, OSLO] = ['{"city":"Rome"}', '{"city":"Oslo"}'];
const [inRome, inOslo] = [{ city: 'Rome' }, { city: 'Oslo' }];
const rome = { name: 'get_weather', arguments: inRome };
const oslo = { name: 'get_weather', arguments: inOslo };
const cities = { name: 'list_cities', arguments: { n: 1 } };
const empty = { name: 'list_cities', arguments: {} };
const bothDays = [{ name: 'get_weather', arguments: { city: 'Rome', days: 2 } }];
const [SOME, OTHER] = ['{"city":"Rome","days":2}', '{ "days": 2, "city": "Rome" }'];

const whole = single(ROME, WEATHER);
const older = [single('', WEATHER), single('{"city":'), single('"Rome"}')].map((it) => delta(it));
const newer = { tool_calls: [weather(ROME, 'a')] };
const [begun, end] = [delta(single('{"city":', WEATHER)), single('"Rome"}', WEATHER)];
const said = { type: 'text', text: 'Yes.' };

/** The name of a case, its bytes, and the calls in it, or what its error says. */
type Row = [string, string, object[] | RegExp];

const openAiRows: Row[] = [
  ...(
    [
      ['all arguments once more', [weather('{"city":', 'a'), part('"Rome"}'), part(ROME)], [rome]],
      ['the same in another order', [weather(SOME, 'a'), weather(OTHER, 'a')], bothDays],
      ['{} first', [weather('{}', 'a'), part('{"city":'), part('"Rome"}')], [rome]],
      ['two at index 0, one without id', [weather(ROME, 'a'), list('{"n":1}')], [rome, cities]],
      ['two ids at index 0 in turn', turns, [rome, cities]],
      ['a name alone, with a reason', [list('')], [empty]],
    ] as [string, object[], object[]][]
  ).map(([name, fragments, wanted]): Row => [name, openAi(fragments), wanted]),
  ...[undefined, '', null].flatMap((id): Row[] => [
    [`two at 0, id ${id}`, openAi([...halves('Rome', id), list('{"n":1}', id)]), [rome, cities]],
    [`a tool twice, id ${id}`, openAi([weather(ROME, id), ...halves('Oslo', id)]), [rome, oslo]],
    [`no arguments, id ${id}`, openAi([list('', id), weather(ROME, id)]), [empty, rome]],
  ]),
  ['function_call deltas', sse(...older, delta({}, 'function_call'), '[DONE]'), [rome]],
  ['function_call with its name in each delta', sse(begun, delta(end, 'function_call')), [rome]],
  ['a call in both ways', sse(delta({ ...newer, ...whole }), delta(whole, 'tool_calls')), [rome]],
  ['a name alone, and [DONE]', openAi([list('')], null), /before the arguments .*list_cities/],
  ['a name alone, with a reason that cuts', openAi([list('')], 'abort'), /before the arg/],
  ['half the arguments, and [DONE]', openAi([weather('{"ci')], null), /before the arguments/],
  ['whole arguments, and [DONE]', openAi([weather(ROME)], null), [rome]],
  [
    'other arguments for the same call',
    openAi([weather(ROME, 'a'), part(OSLO)]),
    /two different sets of arguments for one call of get_weather.*fault of the server/,
  ],
];

const NAME = block(0, 'a', 'list_cities');
const anthropicRows: Row[] = [
  ['all arguments once more', claude(asks(0, 'a'), json(0, ROME), json(0, ROME)), [rome]],
  ['{} first', claude(asks(0, 'a'), json(0, '{}'), json(0, ROME)), [rome]],
  ['both', claude(asks(0, 'a', inRome), json(0, '{"city":"Ro'), json(0, 'me"}')), [rome]],
  ['as an object', claude(asks(0, 'a'), json(0, inRome)), [rome]],
  ['the block twice', claude(asks(0, 'a'), asks(0, 'a'), json(0, ROME)), [rome]],
  ['two at 0', claude(asks(0, 'a'), json(0, ROME), asks(0, 'b'), json(0, OSLO)), [rome, oslo]],
  ['an id for two', claude(asks(0, 'a'), json(0, ROME), asks(1, 'a'), json(1, OSLO)), [rome, oslo]],
  ['a name whose block ends', sse(NAME, { type: 'content_block_stop', index: 0 }, STOP), [empty]],
  ['a name alone', sse(NAME, STOP), /before the arguments .*list_cities/],
  ['others', claude(asks(0, 'a'), json(0, ROME), json(0, OSLO)), /sent two different sets/],
];

const rowsOf: Record<FakeName, Row[]> = {
  openai: openAiRows,
  anthropic: anthropicRows,
  gemini: [
    ['a call once more in the last chunk', chunks([[inRome]], [[inRome]]), [rome]],
    ['{} first under the same id', chunks([[{}, 'a']], [[inRome, 'a']]), [rome]],
    ['the same under two ids', chunks([[inRome, 'a']], [[inRome, 'b']]), [rome, rome]],
    [
      'one id for two calls',
      chunks([
        [inRome, 'a'],
        [inOslo, 'a'],
      ]),
      [rome, oslo],
    ],
  ],
  ollama: [
    ['a call once more in the last line', told([[inRome]], [[inRome]]), [rome]],
    ['{} first under the same id', told([[{}, 'a']], [[inRome, 'a']], []), [rome]],
    ['two calls at index 0', told([[inRome]], [[inOslo]]), [rome, oslo]],
    ['the same twice in one line', told([[inRome], [inRome]]), [rome, rome]],
  ],
};

describe.each(fakeNames)('%s', (name) => {
  const rows = rowsOf[name];
  const fake = useOpened(() => FakeServer.start(fakeApis[name]));

  /** A stumble is tried once more: the same bytes come again. */
  async function play(raw: string, delivery = {}) {
    fake.script(Array(2).fill([{ raw }, { end: true }]), delivery);
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
    const property = fc.asyncProperty(
      fc.constantFrom(...rows),
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

const fake = useOpened(() => FakeServer.start(fakeApis.openai));

const texts = ['Hel', 'lo'].map((text) => ({ type: 'text', text }));
const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
const others = [{ type: 'reference', reference_ids: [1] }, null, 5, said];
test.each<[string, unknown, object]>([
  ['texts', texts, { text: 'Hello' }],
  ['plain texts', ['Hel', 'lo'], { text: 'Hello' }],
  ['a part alone', { type: 'text', text: 'Hello' }, { text: 'Hello' }],
  ['OpenAI’s newer types', [{ type: 'output_text', text: 'Hello' }], { text: 'Hello' }],
  ['a refusal', [{ type: 'refusal', refusal: 'No.' }], { text: 'No.' }],
  ['thoughts of Mistral', [thinking, said], { thinking: 'Hm.', text: 'Yes.' }],
  ['parts without a text', others, { text: 'Yes.' }],
  ['nothing', [], { text: '' }],
])('content as a list of parts: %s', async (_name, content, wanted) => {
  fake.script([[{ raw: sse(delta({ content }), delta({}, 'stop'), '[DONE]') }, { end: true }]]);
  const answer = answerOf(await collect(providerOf(fake.env).llm));
  expect(answer).toMatchObject({ thinking: '', ...wanted, end: { type: 'done' } });
});
