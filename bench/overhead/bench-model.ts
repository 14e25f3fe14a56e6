import type { LlmEvent, LlmProvider, LlmRequest } from '../../src/llm/types.js';
import { askIn, chunksOf, TOOL } from './model.mjs';

const USAGE = { inputTokens: 10, outputTokens: 5 };

/** The made-up model as Sextant takes one: does what the user's message asks for. */
export const benchModel: LlmProvider = {
  name: 'bench',
  model: 'bench',
  async *streamChat({ messages }: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    const asked = messages.findLast(({ role }) => role === 'user');
    const ask = askIn(asked?.content ?? '');
    if (ask.call && messages.at(-1)?.role === 'user') {
      const id = `call-${Math.random()}`;
      yield { type: 'tool_call', call: { id, name: TOOL, arguments: {} } };
      yield { type: 'done', finishReason: 'tool_calls', usage: USAGE };
      return;
    }
    for await (const text of chunksOf(ask, signal)) yield { type: 'text', text };
    yield { type: 'done', finishReason: 'stop', usage: USAGE };
  },
};
