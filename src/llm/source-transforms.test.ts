import { limitAnswer, hideSecrets, tellShortlist, wholeCharacters } from './source-transforms.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import type { LlmRequest, LlmMessage } from './types.js';
import { ProviderError } from './provider-error.js';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';

const sourceOf = (open: ModelSource['open']): ModelSource => ({ name: 'any', model: 'm', open });

/** What a source is asked when the one that is made of it is asked this. */
async function askedFor(made: (source: ModelSource) => ModelSource, request: LlmRequest) {
  const asked: LlmRequest[] = [];
  const source = sourceOf(async function* (got) {
    asked.push(got);
  });
  await made(source).open(request, new AbortController().signal)[Symbol.asyncIterator]().next();
  return asked[0];
}

describe('the length of answers', () => {
  const request: LlmRequest = { system: '', messages: [], tools: [], maxTokens: 10 };

  /** What passes of a source that repeats `event` for ever, and whether it was told to end. */
  async function endless(event: SourceEvent, maxChars: number) {
    let left = false;
    const source = sourceOf(async function* () {
      try {
        for (;;) yield event;
      } finally {
        left = true;
      }
    });
    const events: SourceEvent[] = [];
    const { signal } = new AbortController();
    for await (const passed of limitAnswer(source, maxChars).open(request, signal))
      events.push(passed);
    return { events, left };
  }

  const cut = (outputTokens: number): SourceEvent => {
    return { type: 'done', finishReason: 'length', usage: { inputTokens: 0, outputTokens } };
  };

  test('text ends at the limit, never within a character, and the source is left', async () => {
    const { events, left } = await endless({ type: 'text', text: 'ab🙂' }, 11);
    const told = events.map((event) => (event.type === 'text' ? event.text : event));
    expect([told, left]).toEqual([['ab🙂', 'ab🙂', 'ab', cut(3)], true]);
  });

  test('pieces of a call that never becomes whole end at the limit', async () => {
    const { events, left } = await endless({ type: 'alive', unread: 10 }, 100);
    expect(events).toHaveLength(11);
    expect([events.at(-1), left]).toEqual([cut(25), true]);
  });

  test('calls without arguments end at a thousand', async () => {
    const call = { id: 'a', name: 'look', arguments: {} };
    const { events } = await endless({ type: 'tool_call', call }, 1e6);
    expect(events).toHaveLength(1_001);
    expect(events.at(-1)).toEqual(cut(250_000));
  });
});

const SECRET = 'CANARY.key$1';

async function thrown(source: ModelSource): Promise<ProviderError> {
  const request = { system: '', messages: [], tools: [], maxTokens: 1 };
  try {
    for await (const event of source.open(request, new AbortController().signal)) void event;
  } catch (error) {
    return error as ProviderError;
  }
  throw new Error('it did not fail');
}

test.each<[string, unknown]>([
  ['an API error', new ProviderError('auth', `Wrong key ${SECRET}`, 7, { cause: SECRET })],
  ['any error', new Error(`header "${SECRET}" is invalid`)],
  ['the cause of one', new TypeError('fetch failed', { cause: new Error(`at ${SECRET}`) })],
  ['a text', `what ${SECRET}`],
])(
  'secrets in errors: %s shows no secret, neither in its message nor in its cause, and keeps trouble and delay',
  async (_name, error) => {
    const failing = sourceOf(async function* () {
      throw error;
    });
    const found = await thrown(hideSecrets(failing, [SECRET, '']));
    expect(found).toBeInstanceOf(ProviderError);
    expect(found.message).toContain('[hidden]');
    expect(`${found.message} ${String(found.cause)}`).not.toContain(SECRET);
    if (error instanceof ProviderError)
      expect(found).toMatchObject({ trouble: 'auth', retryAfterMs: 7 });
  },
);

const messages: LlmMessage[] = [
  { role: 'user', content: 'earlier' },
  { role: 'assistant', content: 'yes' },
  { role: 'user', content: 'which flags are old?' },
  { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'find', arguments: {} }] },
  { role: 'tool', toolCallId: 'c', name: 'find', content: '[]', isError: false },
];
const request: LlmRequest = { system: 's', tools: [], maxTokens: 100, messages };

test('the shortlist: it stands behind the question of now, and everything else stays as it was', async () => {
  const told = { shortlist: 'flags_list: List flags', unmetWords: ['SMS', 'fax'] };
  const asked = await askedFor(tellShortlist, { ...request, ...told });
  expect(asked?.messages[2]?.content).toMatch(
    /^which flags are old\?\n\n\[Not from the user: [^\]]*\]\nflags_list: List flags\n\n\[Not from the user: no tool here knows "SMS", "fax"[^\]]*\]$/,
  );
  const others = (list: readonly LlmMessage[] = []) => list.filter((_, at) => at !== 2);
  expect(others(asked?.messages)).toEqual(others(messages));
  expect(asked).not.toHaveProperty('shortlist');
});

test('the shortlist: without one, or without a question, nothing is said', async () => {
  expect(await askedFor(tellShortlist, request)).toEqual(request);
  const empty = { ...request, messages: [] };
  expect(await askedFor(tellShortlist, { ...empty, shortlist: 'x' })).toEqual(empty);
});

describe('whole characters', () => {
  const FIND = { id: 'c', name: 'find' };
  const request = (text: string): LlmRequest => ({
    system: text,
    tools: [],
    maxTokens: 100,
    messages: [
      { role: 'user', content: text },
      { role: 'assistant', content: '', toolCalls: [{ ...FIND, arguments: { query: text } }] },
      { role: 'tool', toolCallId: 'c', name: 'find', content: text, isError: false },
    ],
  });

  test('halves of characters are replaced wherever they stand, and nothing else is', async () => {
    const unit = fc.constantFrom('a', 'ü', '𝄞', '\\', '"', '\\ud83d', '\ud83d', '\udd1e', '\ufffd');
    await holds([fc.string({ unit, maxLength: 8 })], async (text) => {
      const whole = request(text.replace(/\p{Cs}/gu, '\ufffd'));
      expect(await askedFor(wholeCharacters, request(text))).toEqual(whole);
    });
  });

  test('a request without halves is passed on as it is', async () => {
    const whole = request('𝄞');
    expect(await askedFor(wholeCharacters, whole)).toBe(whole);
  });
});
