import fc from 'fast-check';
import type { FinishReason, LlmMessage, LlmRequest } from '../../src/llm/types.js';
import type { FakeName } from '../support/fakes/fakes.js';
import type { FakeStep } from '../support/fakes/script.js';
import type { Case, Subject } from './subject.js';
import { result, says, user } from './history.js';
import { answerOf, callsOf, collect, providerOf, request } from './support.js';

/** The answer to one scripted turn. */
async function play({ fake, env }: Subject, turn: FakeStep[], delivery = {}) {
  fake.script([turn], delivery);
  return answerOf(await collect(providerOf({ ...fake.env, ...env }).llm));
}

const stopped = (finishReason: FinishReason) =>
  expect.objectContaining({ type: 'done', finishReason });

const WEATHER = {
  call: { name: 'get_weather', arguments: { city: 'Łódź', days: 2 }, signature: 'sig-1' },
};
const CITIES = { call: { name: 'list_cities' } };
const UNICODE = 'Zażółć gęślą jaźń — 日本語 🙂👩‍👩‍👧 "quotes" \\ back {braces} \u0000\u001f é';

function finish(
  word: Extract<FakeStep, { finish: unknown }>['finish'],
  reason: FinishReason,
): Case {
  return async (subject) => {
    const answer = await play(subject, [{ text: 'Half' }, { finish: word }]);
    expect(answer).toMatchObject({ text: 'Half', end: stopped(reason) });
  };
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const IMAGE = { id: 'i', name: 'x.png', contentType: 'image/png', bytes: 8, sha256: '', data: PNG };
const shows = (image: Partial<typeof IMAGE>): Partial<LlmRequest> => ({
  // Half of a surrogate pair: what makes it whole must lose no image.
  messages: [{ role: 'user', content: 'Look! \ud83c', images: [{ ...IMAGE, ...image }] }],
});
const LOOK = 'Look! \ufffd';

/** A message with an image in the words of each API. */
const looks = (...content: object[]) => ({
  role: 'user',
  content: [...content, { type: 'text', text: LOOK }],
});
const source = { type: 'base64', media_type: 'image/png', data: PNG };
const image_url = { url: `data:image/png;base64,${PNG}` };
const parts = [{ inlineData: { mimeType: 'image/png', data: PNG } }, { text: LOOK }];
const imageWire: Record<FakeName, object> = {
  gemini: { contents: [{ parts, role: 'user' }] },
  openai: { messages: [{ role: 'system' }, looks({ type: 'image_url', image_url })] },
  anthropic: { messages: [looks({ type: 'image', source })] },
  ollama: { messages: [{ role: 'system' }, { role: 'user', content: LOOK, images: [PNG] }] },
};

/** What every provider must make of a good answer. */
export const answerCases: Record<string, Case> = {
  text: async (subject) => {
    expect(await play(subject, [{ text: 'Hello, ' }, { text: 'world.' }])).toEqual({
      text: 'Hello, world.',
      thinking: '',
      calls: [],
      end: stopped('stop'),
    });
  },

  'an image goes with its message, and a refusal of it teaches': async ({ name, fake, env }) => {
    fake.script([[{ text: 'A cat.' }], [{ refuse: { status: 400, message: 'text only' } }]]);
    const { llm } = providerOf({ ...fake.env, ...env });
    const end = async (of: Partial<typeof IMAGE>) => answerOf(await collect(llm, shows(of))).end;
    expect(await end({})).toEqual(stopped('stop'));
    expect(fake.requests.at(-1)?.body).toMatchObject(imageWire[name]);
    const message = expect.stringMatching(
      name === 'gemini' ? /no images of the type image\/gif/ : /text only.*not every model reads/,
    );
    expect(await end({ contentType: 'image/gif' })).toMatchObject({ type: 'error', message });
  },

  'text arrives while the model still speaks': async ({ fake, env }) => {
    fake.script([[{ text: 'first' }, { stall: true }]]);
    const { llm } = providerOf({ ...fake.env, ...env });
    const abort = new AbortController();
    const seen: string[] = [];
    for await (const event of llm.streamChat(request, abort.signal)) {
      seen.push(event.type);
      abort.abort();
    }
    expect(seen).toEqual(['text', 'error']);
  },

  'thinking, kept apart from the text': async (subject) => {
    const said = ['Hmm. ', 'So.'].map((thinking) => ({ thinking }));
    const answer = await play(subject, [...said, { text: 'Yes.' }]);
    expect(answer).toMatchObject({ text: 'Yes.', thinking: 'Hmm. So.', end: stopped('stop') });
  },

  'one call': async (subject) => {
    const answer = await play(subject, [{ text: 'I look.' }, WEATHER]);
    const { name, arguments: input } = WEATHER.call;
    expect(answer).toMatchObject({ text: 'I look.', end: stopped('tool_calls') });
    expect(answer.calls).toEqual([{ name, arguments: input }]);
  },

  'parallel calls, each with an id': async ({ fake, env }) => {
    const other = { call: { name: 'get_weather', arguments: { city: 'Rome' } } };
    fake.script([[WEATHER, other, CITIES]]);
    const events = await collect(providerOf({ ...fake.env, ...env }).llm);
    expect(answerOf(events).calls).toEqual([
      { name: 'get_weather', arguments: WEATHER.call.arguments },
      { name: 'get_weather', arguments: { city: 'Rome' } },
      { name: 'list_cities', arguments: {} },
    ]);
    const ids = callsOf(events).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain('');
  },

  'call without arguments': async (subject) => {
    expect((await play(subject, [CITIES])).calls).toEqual([{ name: 'list_cities', arguments: {} }]);
  },

  'long arguments (200 kB)': async (subject) => {
    const input = { city: 'ü"\\🙂'.repeat(40_000) };
    const answer = await play(subject, [{ call: { name: 'get_weather', arguments: input } }]);
    expect(answer.calls).toEqual([{ name: 'get_weather', arguments: input }]);
  },

  'unicode, each byte on its own': async (subject) => {
    const call = { name: 'get_weather', arguments: { city: UNICODE } };
    const answer = await play(subject, [{ text: UNICODE }, { call }], {
      split: { seed: 1, max: 1 },
    });
    expect(answer).toMatchObject({ text: UNICODE, calls: [call] });
  },

  'bytes cut anywhere give the same answer': async (subject) => {
    const turn = [{ thinking: 'Hm 🙂' }, { text: UNICODE }, { text: '\n\n' }, WEATHER, CITIES];
    const whole = await play(subject, turn);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 2, max: 400 }), async (seed, max) => {
        expect(await play(subject, turn, { split: { seed, max } })).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  },

  usage: async (subject) => {
    const answer = await play(subject, [{ text: 'Hi' }, { usage: { input: 123, output: 45 } }]);
    expect(answer.end).toMatchObject({ usage: { inputTokens: 123, outputTokens: 45 } });
  },

  'text without end is cut at the limit, and the server is left': async ({ fake, env }) => {
    const endless: FakeStep[] = Array.from({ length: 40 }, () => ({ text: 'x'.repeat(1_000) }));
    fake.script([[...endless, { stall: true }]]);
    const { llm } = providerOf({ ...fake.env, ...env, MAX_ANSWER_CHARS: '16384' });
    const answer = answerOf(await collect(llm));
    expect(answer.text).toBe('x'.repeat(16_384));
    expect(answer.end).toEqual({
      type: 'done',
      finishReason: 'length',
      usage: { inputTokens: 0, outputTokens: 4_096 },
    });
    await fake.last.closed;
    expect(fake.last.completed).toBe(false);
  },

  'thinking and arguments without end are cut at the limit too': async ({ fake, env }) => {
    const long = 'x'.repeat(20_000);
    fake.script([
      [{ thinking: long }, { stall: true }],
      [{ call: { name: 'get_weather', arguments: { city: long } } }],
    ]);
    const { llm } = providerOf({ ...fake.env, ...env, MAX_ANSWER_CHARS: '16384' });
    const cut = { text: '', calls: [], end: stopped('length') };
    expect([answerOf(await collect(llm)), answerOf(await collect(llm))]).toMatchObject([cut, cut]);
  },

  'finish reason length': finish('length', 'length'),
  'finish reason safety': finish('safety', 'safety'),
  'finish reason malformed call': finish('malformed_call', 'malformed_call'),
  'finish reason unknown': finish('other', 'other'),

  'calls and results are sent back and accepted': async ({ fake, env }) => {
    fake.script([[{ text: 'I look.' }, WEATHER, CITIES], [{ text: 'It rains.' }]]);
    const { llm } = providerOf({ ...fake.env, ...env });
    const toolCalls = callsOf(await collect(llm));
    const results = toolCalls.map<LlmMessage>(({ id, name }, at) => ({
      role: 'tool',
      toolCallId: id,
      name,
      isError: at === 1,
      content: at === 0 ? '{"rain":true}' : 'it failed',
    }));
    const said: LlmMessage = { role: 'assistant', content: 'I look.', toolCalls };
    const messages = [...request.messages, said, ...results];
    expect(answerOf(await collect(llm, { messages }))).toMatchObject({ text: 'It rains.' });
    const sent = JSON.stringify(fake.last.body.messages ?? fake.last.body.contents);
    for (const part of ['get_weather', 'Łódź', 'rain', 'it failed']) expect(sent).toContain(part);
  },

  'a history another model began is accepted': async ({ fake, env }) => {
    fake.script([[{ text: 'ok' }], [{ text: 'ok' }]]);
    const { llm } = providerOf({ ...fake.env, ...env });
    const [foreign, odd] = ['functions.list:0', 'a|b'];
    const results = [result(foreign, ''), result(odd, '')];
    const messages = [user('One'), says('', foreign, odd), ...results, says(''), user('Two')];
    expect(answerOf(await collect(llm, { messages })).text).toBe('ok');
    // The same without tools, as an agent does that lets the model only write at the end.
    expect(answerOf(await collect(llm, { messages, tools: [] })).text).toBe('ok');
  },

  'tool choice': async ({ fake, env }) => {
    const choices = ['auto', 'none', 'required', { name: 'list_cities' }] as const;
    fake.script(choices.map(() => [{ text: 'ok' }]));
    const { llm } = providerOf({ ...fake.env, ...env });
    for (const toolChoice of choices)
      expect(answerOf(await collect(llm, { toolChoice })).text).toBe('ok');
    const sent = fake.requests.map(({ body }) =>
      JSON.stringify([body.tools, body.tool_choice, body.toolConfig]),
    );
    expect(new Set(sent).size).toBeGreaterThanOrEqual(3);
  },

  'tool JSON leaked into the text becomes a call': async (subject) => {
    const leak = '```json\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n```';
    expect(
      await play(subject, [{ text: `I look. ${leak.slice(0, 20)}` }, { text: leak.slice(20) }]),
    ).toEqual({
      text: 'I look. ',
      thinking: '',
      calls: [{ name: 'get_weather', arguments: { city: 'Rome' } }],
      end: stopped('tool_calls'),
    });
  },
};
