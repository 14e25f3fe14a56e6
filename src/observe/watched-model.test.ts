import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LlmEvent, LlmProvider, LlmRequest } from '../llm/types.js';
import { watchedModel, type ModelEnd } from './run-watch.js';

const request: LlmRequest = { system: '', messages: [], tools: [], maxTokens: 1 };
const end: LlmEvent = {
  type: 'done',
  finishReason: 'stop',
  usage: { inputTokens: 1, outputTokens: 2 },
};

/** A model of these events that may throw at their end, and what the watch was told of it. */
function watched(events: readonly LlmEvent[], failure?: Error) {
  const ends: ModelEnd[] = [];
  let closed = false;
  const inner: LlmProvider = {
    name: 'inner',
    model: 'inner-1',
    async *streamChat() {
      try {
        await Promise.resolve();
        yield* events;
        if (failure) throw failure;
      } finally {
        closed = true;
      }
    },
  };
  const model = watchedModel(inner, () => (ended) => void ends.push(ended));
  const stream = () => model.streamChat(request, new AbortController().signal);
  return { stream, ends, isClosed: () => closed };
}

it('passes every stream on as it is, read to wherever, and tells its end once', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string()),
      fc.nat(),
      fc.boolean(),
      async (texts, readAtMost, ends) => {
        const said = texts.map((text): LlmEvent => ({ type: 'text', text }));
        const events = ends ? [...said, end] : said;
        const { stream, ends: told, isClosed } = watched(events);
        const seen: LlmEvent[] = [];
        for await (const event of stream()) {
          seen.push(event);
          if (seen.length > readAtMost) break;
        }
        expect(seen).toEqual(events.slice(0, readAtMost + 1));
        expect(told).toEqual([seen.at(-1) === end ? end : undefined]);
        expect(isClosed()).toBe(true);
      },
    ),
  ));

it('passes a failure on and tells of it', async () => {
  const { stream, ends } = watched([{ type: 'text', text: 'a' }], new Error('cut'));
  const read = async () => {
    for await (const event of stream()) expect(event.type).toBe('text');
  };
  await expect(read()).rejects.toThrow('cut');
  expect(ends).toEqual([undefined]);
});
