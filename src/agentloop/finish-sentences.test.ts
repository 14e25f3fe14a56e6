import { describe, expect, test } from '@jest/globals';
import { eventsOf, runToEnd } from '../../test/support/loop.js';
import { says, ScriptedModel } from '../../test/support/scripted-model.js';
import type { FinishReason } from '../llm/types.js';
import { finishSentence } from './agent-hooks.js';

const usage = { inputTokens: 1, outputTokens: 1 };

/** What the user reads, and what is kept, of an answer of `text` that ended with `finishReason`. */
async function answer(text: string, finishReason: FinishReason) {
  const said = text === '' ? [] : [says(text)];
  const llm = new ScriptedModel([[...said, { type: 'done', finishReason, usage }]]);
  const { events, recorded } = await runToEnd({ llm });
  return {
    shown: eventsOf(events, 'content_chunk').map(({ chunk }) => chunk),
    recorded: recorded.at(-1)?.content,
    end: events.at(-1),
  };
}

describe('an answer that did not end by itself', () => {
  test.each<[FinishReason, RegExp]>([
    ['safety', /safety rules.*other words/],
    ['length', /cut off.*"continue"/],
    ['malformed_call', /garbled.*nothing was done.*again/],
  ])('%s is told in a sentence, with and without text', async (reason, expected) => {
    const sentence = finishSentence(reason, '') ?? '';
    expect(sentence).toMatch(expected);
    expect((await answer('', reason)).shown).toEqual([sentence]);
    const { shown, recorded, end } = await answer('Half an ans', reason);
    expect(shown).toEqual(['Half an ans', `\n\n${sentence}`]);
    expect(recorded).toBe(shown.join(''));
    expect(end).toMatchObject({ type: 'message_complete', data: { finish_reason: reason } });
  });

  test('an unknown reason is told only where there is no text', async () => {
    expect((await answer('', 'other')).shown).toEqual([
      expect.stringContaining('without an answer'),
    ]);
    expect((await answer('All of it.', 'other')).shown).toEqual(['All of it.']);
  });

  test.each<FinishReason>(['stop', 'tool_calls'])('%s speaks for itself', async (reason) => {
    expect((await answer('All of it.', reason)).shown).toEqual(['All of it.']);
  });
});
