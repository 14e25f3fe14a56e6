import { expect, test } from '@jest/globals';
import { limitAnswer } from './answer-limit.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import type { LlmRequest } from './types.js';

const request: LlmRequest = { system: '', messages: [], tools: [], maxTokens: 10 };

/** What passes of a source that repeats `event` for ever, and whether it was told to end. */
async function endless(event: SourceEvent, maxChars: number) {
  let left = false;
  const source: ModelSource = {
    name: 'endless',
    model: 'm',
    open: async function* () {
      try {
        for (;;) yield event;
      } finally {
        left = true;
      }
    },
  };
  const events: SourceEvent[] = [];
  const { signal } = new AbortController();
  for await (const passed of limitAnswer(source, maxChars).open(request, signal)) {
    events.push(passed);
  }
  return { events, left };
}

const cut = (outputTokens: number): SourceEvent => ({
  type: 'done',
  finishReason: 'length',
  usage: { inputTokens: 0, outputTokens },
});

test('text ends at the limit, never within a character, and the source is left', async () => {
  const { events, left } = await endless({ type: 'text', text: 'ab🙂' }, 11);
  expect(events.map((event) => (event.type === 'text' ? event.text : event))).toEqual([
    'ab🙂',
    'ab🙂',
    'ab',
    cut(3),
  ]);
  expect(left).toBe(true);
});

test('pieces of a call that never becomes whole end at the limit', async () => {
  const { events, left } = await endless({ type: 'alive', unread: 10 }, 100);
  expect(events).toHaveLength(11);
  expect(events.at(-1)).toEqual(cut(25));
  expect(left).toBe(true);
});

test('calls without arguments end at a thousand', async () => {
  const call = { id: 'a', name: 'look', arguments: {} };
  const { events } = await endless({ type: 'tool_call', call }, 1e6);
  expect(events).toHaveLength(1_001);
  expect(events.at(-1)).toEqual(cut(250_000));
});
