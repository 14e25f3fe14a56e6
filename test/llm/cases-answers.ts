import fc from 'fast-check';
import { holds } from '../support/property.js';
import type { FinishReason, LlmMessage, LlmRequest } from '../../src/llm/types.js';
import type { FakeName } from '../support/fakes/fakes.js';
import type { FakeStep } from '../support/fakes/script.js';
import { type Case, scripted, type Subject } from './subject.js';
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

type FinishWord = Extract<FakeStep, { finish: unknown }>['finish'];
const finish =
  (word: FinishWord & FinishReason): Case =>
  async (subject) =>
    expect(await play(subject, [{ text: 'Half' }, { finish: word }])).toMatchObject({
      text: 'Half',
      end: stopped(word),
    });

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const IMAGE = { id: 'i', name: 'x.png', contentType: 'image/png', bytes: 8, sha256: '', data: PNG };
const shows = (image: Partial<typeof IMAGE>): Partial<LlmRequest> => ({
  // Half of a surrogate pair: what makes it whole must lose no image.
  messages: [{ role: 'user', content: 'Look! \ud83c', images: [{ ...IMAGE, ...image }] }],
});
const LOOK = 'Look! \ufffd';

/** A message with an image in the words of each API. */
const looks = (...content: object[]) => {
  return { role: 'user', content: [...content, { type: 'text', text: LOOK }] };
};
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
    const answer = { text: 'Hello, world.', thinking: '', calls: [], end: stopped('stop') };
    expect(await play(subject, [{ text: 'Hello, ' }, { text: 'world.' }])).toEqual(answer);
  },

  'an image goes with its message, and a refusal of it teaches': async ({ name, fake, env }) => {
    const refused = { refuse: { status: 400, message: 'text only' } };
    const llm = scripted({ fake, env }, [[{ text: 'A cat.' }], [refused]]);
    const end = async (of: Partial<typeof IMAGE>) => answerOf(await collect(llm, shows(of))).end;
    expect(await end({})).toEqual(stopped('stop'));
    expect(fake.requests.at(-1)?.body).toMatchObject(imageWire[name]);
    const message = expect.stringMatching(
      name === 'gemini' ? /no images of the type image\/gif/ : /text only.*not every model reads/,
    );
    expect(await end({ contentType: 'image/gif' })).toMatchObject({ type: 'error', message });
  },

  'text arrives while the model still speaks': async ({ fake, env }) => {
    const llm = scripted({ fake, env }, [[{ text: 'first' }, { stall: true }]]);
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
    const { signature: _, ...call } = WEATHER.call;
    const said = { text: 'I look.', thinking: '', end: stopped('tool_calls') };
    expect(answer).toEqual({ ...said, calls: [call] });
  },

  'parallel calls, each with an id': async ({ fake, env }) => {
    const other = { call: { name: 'get_weather', arguments: { city: 'Rome' } } };
    const events = await collect(scripted({ fake, env }, [[WEATHER, other, CITIES]]));
    const { name, arguments: input } = WEATHER.call;
    const cities = { name: 'list_cities', arguments: {} };
    expect(answerOf(events).calls).toEqual([{ name, arguments: input }, other.call, cities]);
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
    const split = { seed: 1, max: 1 };
    const answer = await play(subject, [{ text: UNICODE }, { call }], { split });
    expect(answer).toMatchObject({ text: UNICODE, calls: [call] });
  },

  'bytes cut anywhere give the same answer': async (subject) => {
    const turn = [{ thinking: 'Hm 🙂' }, { text: UNICODE }, { text: '\n\n' }, WEATHER, CITIES];
    const whole = await play(subject, turn);
    const sizes = fc.integer({ min: 2, max: 400 });
    await holds([fc.nat(), sizes], { numRuns: 10 }, async (seed, max) =>
      expect(await play(subject, turn, { split: { seed, max } })).toEqual(whole),
    );
  },

  usage: async (subject) => {
    const answer = await play(subject, [{ text: 'Hi' }, { usage: { input: 123, output: 45 } }]);
    expect(answer.end).toMatchObject({ usage: { inputTokens: 123, outputTokens: 45 } });
  },

  'text without end is cut at the limit, and the server is left': async ({ fake, env }) => {
    const endless: FakeStep[] = Array.from({ length: 40 }, () => ({ text: 'x'.repeat(1_000) }));
    const limit = { MAX_ANSWER_CHARS: '16384' };
    const llm = scripted({ fake, env }, [[...endless, { stall: true }]], limit);
    const usage = { inputTokens: 0, outputTokens: 4_096 };
    const end = { type: 'done', finishReason: 'length', usage };
    expect(answerOf(await collect(llm))).toMatchObject({ text: 'x'.repeat(16_384), end });
    await fake.last.closed;
    expect(fake.last.completed).toBe(false);
  },

  'thinking and arguments without end are cut at the limit too': async ({ fake, env }) => {
    const long = 'x'.repeat(20_000);
    const llm = scripted(
      { fake, env },
      [
        [{ thinking: long }, { stall: true }],
        [{ call: { ...WEATHER.call, arguments: { city: long } } }],
      ],
      { MAX_ANSWER_CHARS: '16384' },
    );
    const cut = { text: '', calls: [], end: stopped('length') };
    expect([answerOf(await collect(llm)), answerOf(await collect(llm))]).toMatchObject([cut, cut]);
  },

  'finish reason length': finish('length'),
  'finish reason safety': finish('safety'),
  'finish reason malformed call': finish('malformed_call'),
  'finish reason unknown': finish('other'),

  'calls and results are sent back and accepted': async ({ fake, env }) => {
    const look = [{ text: 'I look.' }, WEATHER, CITIES];
    const llm = scripted({ fake, env }, [look, [{ text: 'It rains.' }]]);
    const toolCalls = callsOf(await collect(llm));
    const results = toolCalls.map<LlmMessage>(({ id: toolCallId, name }, at) => {
      const answer = { isError: at === 1, content: at === 0 ? '{"rain":true}' : 'it failed' };
      return { role: 'tool', toolCallId, name, ...answer };
    });
    const said: LlmMessage = { role: 'assistant', content: 'I look.', toolCalls };
    const messages = [...request.messages, said, ...results];
    expect(answerOf(await collect(llm, { messages }))).toMatchObject({ text: 'It rains.' });
    const sent = JSON.stringify(fake.last.body.messages ?? fake.last.body.contents);
    for (const part of ['get_weather', 'Łódź', 'rain', 'it failed']) expect(sent).toContain(part);
  },

  'a history another model began is accepted': async ({ fake, env }) => {
    const llm = scripted({ fake, env }, [[{ text: 'ok' }], [{ text: 'ok' }]]);
    const [foreign, odd] = ['functions.list:0', 'a|b'];
    const results = [result(foreign, ''), result(odd, '')];
    const messages = [user('One'), says('', foreign, odd), ...results, says(''), user('Two')];
    expect(answerOf(await collect(llm, { messages })).text).toBe('ok');
    // The same without tools, as an agent does that lets the model only write at the end.
    expect(answerOf(await collect(llm, { messages, tools: [] })).text).toBe('ok');
  },

  'tool choice': async ({ fake, env }) => {
    const choices = ['auto', 'none', 'required', { name: 'list_cities' }] as const;
    const llm = scripted(
      { fake, env },
      choices.map(() => [{ text: 'ok' }]),
    );
    for (const toolChoice of choices)
      expect(answerOf(await collect(llm, { toolChoice })).text).toBe('ok');
    const sent = fake.requests.map(({ body }) => [body.tools, body.tool_choice, body.toolConfig]);
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBeGreaterThanOrEqual(3);
  },

  'tool JSON leaked into the text becomes a call': async (subject) => {
    const leak = '```json\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n```';
    const turn = [{ text: `I look. ${leak.slice(0, 20)}` }, { text: leak.slice(20) }];
    const calls = [{ name: 'get_weather', arguments: { city: 'Rome' } }];
    const answer = { text: 'I look. ', thinking: '', calls, end: stopped('tool_calls') };
    expect(await play(subject, turn)).toEqual(answer);
  },
};
