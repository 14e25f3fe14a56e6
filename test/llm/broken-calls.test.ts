import { writeJson } from '../../src/foundation/exact-json.js';
import type { LlmMessage } from '../../src/llm/types.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, type FakeName } from '../support/fakes/fakes.js';
import { answerOf, callsOf, collect, providerOf } from './support.js';
import { useOpened } from '../support/use-opened.js';

/** The bytes of an answer whose only call is `call`, both as JSON text: some is too deep for `JSON.stringify`. */
interface Wire {
  api: FakeName;
  /** A call of `get_weather` with these arguments. */
  call(args: string): string;
  /** Calls that are null in some part. */
  nulls: readonly string[];
  /** An answer that holds this call. */
  answer(call: string): string;
}

const line = (json: string) => `data: ${json}\n\n`;

const wires: Record<string, Wire> = {
  openai: {
    api: 'openai',
    call: (args) =>
      `{"index":0,"id":"a","function":{"name":"get_weather","arguments":${JSON.stringify(args)}}}`,
    nulls: ['null', '{"index":0,"id":"a","function":{"name":5,"arguments":"{}"}}'],
    answer: (call) =>
      line(`{"choices":[{"delta":{"tool_calls":[${call}]},"finish_reason":"tool_calls"}]}`) +
      line('[DONE]'),
  },
  'openai, arguments as an object': {
    api: 'openai',
    call: (args) => `{"index":0,"id":"a","function":{"name":"get_weather","arguments":${args}}}`,
    nulls: ['{"index":0,"id":"a","function":null}'],
    answer: (call) =>
      line(`{"choices":[{"delta":{"tool_calls":[${call}]},"finish_reason":"tool_calls"}]}`),
  },
  anthropic: {
    api: 'anthropic',
    call: (args) => `{"type":"tool_use","id":"a","name":"get_weather","input":${args}}`,
    nulls: ['{"type":"tool_use","id":null,"name":null,"input":null}'],
    answer: (call) =>
      line(`{"type":"content_block_start","index":0,"content_block":${call}}`) +
      line('{"type":"message_delta","delta":{"stop_reason":"tool_use"}}') +
      line('{"type":"message_stop"}'),
  },
  gemini: {
    api: 'gemini',
    call: (args) => `{"functionCall":{"name":"get_weather","args":${args}}}`,
    nulls: ['{"functionCall":null}', '{"functionCall":{"name":null}}'],
    answer: (call) =>
      line(`{"candidates":[{"content":{"parts":[${call}]},"finishReason":"STOP"}]}`),
  },
  ollama: {
    api: 'ollama',
    call: (args) => `{"function":{"name":"get_weather","arguments":${args}}}`,
    nulls: ['null', '{"function":null}', '{"function":{"name":null,"arguments":null}}'],
    answer: (call) =>
      `{"message":{"role":"assistant","content":"","tool_calls":[${call}]},"done":false}\n` +
      '{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}\n',
  },
};

const LISTS = '['.repeat(5_000) + ']'.repeat(5_000);
const OBJECTS = '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000);
const EXACT = '{"id":9007199254740993,"share":0.1000000000000000055,"price":1.10,"list":[1e400,7]}';

describe.each(Object.entries(wires))('%s', (name, wire) => {
  const fake = useOpened(() => FakeServer.start(fakeApis[wire.api]));

  async function play(call: string) {
    fake.script([[{ raw: wire.answer(call) }, { end: true }]]);
    const events = await collect(providerOf(fake.env).llm);
    expect(answerOf(events).end).toMatchObject({ type: 'done' });
    return callsOf(events);
  }

  test('arguments, and the history of them, keep all digits', async () => {
    const [call] = await play(wire.call(EXACT));
    if (call === undefined) throw new Error('no call came');
    expect(writeJson(call.arguments)).toBe(EXACT);
    fake.script([[{ text: 'ok' }]]);
    const messages: LlmMessage[] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', toolCallId: call.id, name: call.name, content: EXACT, isError: false },
    ];
    await collect(providerOf(fake.env).llm, { messages });
    // The result is a text everywhere, the arguments are one at OpenAI only.
    const isText = name.startsWith('openai');
    expect(fake.last.text.split(JSON.stringify(EXACT)).length - 1).toBe(isText ? 2 : 1);
    expect(fake.last.text.split(EXACT).length - 1).toBe(isText ? 0 : 1);
  });

  test.each([
    ['lists', LISTS, /must be one JSON object/],
    ['objects', OBJECTS, /nested deeper than 24 levels/],
    ['lists in an object', `{"a":${LISTS}}`, /nested deeper than 24 levels/],
  ])('5,000 levels of %s are a call that says what is wrong', async (_what, args, fault) => {
    const [call, ...others] = await play(wire.call(args));
    expect(others).toEqual([]);
    expect(call).toMatchObject({ name: 'get_weather', fault: expect.stringMatching(fault) });
    expect(JSON.stringify(call?.arguments).length).toBeLessThan(500);
  });

  test.each(wire.nulls)('%s reaches the loop as a call, with a reason', async (call) => {
    const fault = expect.stringMatching(/no tool's name/);
    expect(await play(call)).toEqual([expect.objectContaining({ name: '', fault })]);
  });

  test.each(['null', '5', '"get_weather"', '[]'])(
    '%s in the place of a call ends no answer',
    async (call) => {
      for (const { name, fault } of await play(call)) {
        expect([name, fault]).toEqual(['', expect.stringMatching(/no tool's name/)]);
      }
    },
  );
});
