import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { defaultRunLimits } from '../../src/agentloop/budget.js';
import { serve } from '../support/http-server.js';
import { dataOf, textIn, useServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

const MB = 1024 * 1024;
/** What the model would say in all. */
const WHOLE = 50 * MB;
const PIECE = 'x'.repeat(16_384);

/** What the model of the next answer repeats, and how much of it was read. */
let next: { status?: number; begin?: string; piece: string; end?: string };
let sent = 0;

async function pour(response: ServerResponse): Promise<void> {
  const closed = once(response, 'close');
  response.writeHead(next.status ?? 200, { 'content-type': 'text/event-stream' });
  sent = 0;
  response.write(next.begin ?? '');
  while (sent < WHOLE && !response.destroyed) {
    sent += next.piece.length;
    if (!response.write(next.piece)) await Promise.race([once(response, 'drain'), closed]);
  }
  response.end(`${next.end ?? ''}data: [DONE]\n\n`);
}

const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
const fragment = (text: string) => {
  const called = { name: 'discover', arguments: text };
  return chunk({ tool_calls: [{ index: 0, id: 'a', function: called }] });
};

const ARGUMENTS = { begin: fragment('{"category":"'), piece: fragment(PIECE), end: fragment('"}') };

const model = useOpened(() =>
  serve((request, response) => {
    request.resume();
    void pour(response);
  }),
);
const server = useServer(() => {
  const address = { OPENAI_BASE_URL: `${model.url}/v1` };
  return { env: { LLM_PROVIDER: 'openai', LLM_MODEL: 'without-end', ...address } };
});

/** The whole chat, with the most memory that it took meanwhile. */
async function chat() {
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
  const events = await server.chat({ message: 'talk', context_type: 'workflow' });
  clearInterval(timer);
  return { events, rise: peak - before };
}

/** The user is told that the answer was cut. */
const NOTE = 1_000;
/** The kernel holds some of what is sent before it is read: far less than the whole. */
const READ = 16 * MB;
/** So much more memory may be in use at any moment; without the limit it was 770 MB. */
const RISE = 250 * MB;

test.each([
  ['text', { piece: chunk({ content: PIECE }) }],
  ['thinking', { piece: chunk({ reasoning_content: PIECE }) }],
  ['arguments of a call', ARGUMENTS],
])('50 MB of %s end at the limit, with the reason, and are not read on', async (_name, said) => {
  next = said;
  const { events, rise } = await chat();
  expect(textIn(events).length).toBeLessThan(MB + NOTE);
  const thought = dataOf(events, 'thinking_chunk').map(({ chunk: one }) => one);
  expect(thought.join('').length).toBeLessThanOrEqual(defaultRunLimits.maxThinkingChars + 1);
  expect(dataOf(events, 'message_complete')).toMatchObject([{ finish_reason: 'length' }]);
  expect(sent).toBeLessThan(READ);
  expect(rise).toBeLessThan(RISE);
});

test.each([
  ['an answer of one line', { begin: 'data: ', piece: PIECE }],
  ['a refusal', { status: 400, piece: PIECE }],
])('%s of 50 MB is an error, and is not read on', async (_name, said) => {
  next = said;
  const { events, rise } = await chat();
  expect(events.at(-1)).toMatchObject({ event: 'error' });
  expect(sent).toBeLessThan(READ);
  expect(rise).toBeLessThan(RISE);
});
