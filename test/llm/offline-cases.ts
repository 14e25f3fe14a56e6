import { expect } from '@jest/globals';
import { readConfig } from '../../src/app/config/config.js';
import { llmFromConfig } from '../../src/app/llm-from-config.js';
import type { LlmEvent } from '../../src/llm/types.js';
import { answerOf, collect, request } from './support.js';

const offline = () => llmFromConfig(readConfig({}));
const asks = (content: string) => ({ messages: [{ role: 'user' as const, content }] });

/** The tools of a blank workflow page, by name; the offline model goes by these. */
const tools = ['list_workflow_rules', 'discover', 'start_draft'].map((name) => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
}));

/** The conformance cases that make sense without a network; the model's own words are not tested here. */
export const offlineCases: Record<string, (() => Promise<void>) | undefined> = {
  text: async () => {
    const { text, end } = answerOf(await collect(offline(), asks('hello')));
    expect(text).not.toBe('');
    expect(end).toMatchObject({ type: 'done', finishReason: 'stop' });
  },
  'text arrives while the model still speaks': async () => {
    const events = await collect(offline(), asks('hello'));
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(3);
  },
  'one call': async () => {
    const changes = { ...asks('Which workflow rules are there?'), tools };
    const { calls, end } = answerOf(await collect(offline(), changes));
    expect(calls.map(({ name }) => name)).toEqual(['list_workflow_rules']);
    expect(end).toMatchObject({ type: 'done', finishReason: 'tool_calls' });
  },
  usage: async () => {
    const { end } = answerOf(await collect(offline(), asks('hello')));
    expect(end).toMatchObject({
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    });
  },
  'finish reason length': async () => {
    const { end } = answerOf(await collect(offline(), { ...asks('hello'), maxTokens: 2 }));
    expect(end).toMatchObject({ type: 'done', finishReason: 'length' });
  },
  'abort before the start asks nothing': async () => {
    const events = await collect(offline(), asks('hello'), AbortSignal.abort());
    expect(events).toMatchObject([{ type: 'error', code: 'cancelled' }]);
  },
  'abort after the end changes nothing': async () => {
    const abort = new AbortController();
    const { end } = answerOf(await collect(offline(), asks('hello'), abort.signal));
    abort.abort();
    expect(end).toMatchObject({ type: 'done' });
  },
  'ten streams at once, one of them aborted': async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const abort = new AbortController();
        const events: LlmEvent[] = [];
        for await (const event of offline().streamChat(
          { ...request, ...asks('hello') },
          abort.signal,
        )) {
          events.push(event);
          if (at === 4) abort.abort();
        }
        return answerOf(events).end;
      }),
    );
    expect(answers.map((end) => end?.type)).toEqual(
      answers.map((_end, at) => (at === 4 ? 'error' : 'done')),
    );
  },
};
