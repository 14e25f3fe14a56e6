import { expect, test } from '@jest/globals';
import { collectAnswer } from './collect-answer.js';

async function* frames(...events: readonly [string, object][]) {
  for (const [at, [event, data]] of events.entries())
    yield `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

test('a form in place of an answer is a sentence with a link to it', async () => {
  const answer = await collectAnswer(
    frames(
      ['run_start', { run_id: 'r', conversation_id: 'c', context_type: 'knowledge' }],
      ['operation_form', { form_id: 'f', operations: [{ title: 'Search the handbook' }] }],
      ['message_complete', { finish_reason: 'stop', turns: 1, usage: {} }],
    ),
  );
  expect(answer).toMatchObject({
    answer: 'What fits: “Search the handbook”. Fill it in here: /#/chat/c',
    session_id: 'c',
    turns: 1,
  });
});
