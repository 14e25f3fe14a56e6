import { randomUUID } from 'node:crypto';
import { calls, says, ScriptedModel } from '../../../../test/support/scripted-model.js';
import type { LlmEvent, LlmProvider, LlmRequest } from '../../../llm/types.js';
import { Tape, type TapeEntry } from './tape.js';

const place = { scenario: 'shop/a', attempt: 1 };
const asked = (content: string): LlmRequest => ({
  system: `Today is ${new Date().toISOString()}.`,
  messages: [{ role: 'user', content }],
  tools: [],
  maxTokens: 100,
});

async function answerOf(llm: LlmProvider, request: LlmRequest): Promise<LlmEvent[]> {
  const events: LlmEvent[] = [];
  for await (const event of llm.streamChat(request, new AbortController().signal))
    events.push(event);
  return events;
}

async function recorded(requests: readonly LlmRequest[], model: ScriptedModel) {
  const kept: TapeEntry[] = [];
  const tape = new Tape([], (entry) => kept.push(entry));
  tape.begin(place);
  const llm = tape.recording(model, 'main');
  for (const request of requests) await answerOf(llm, request);
  return kept;
}

test('what was recorded is given again, with the ids of now', async () => {
  const then = randomUUID();
  const model = new ScriptedModel([[says('One '), says('flag.'), calls('get', { id: then })]]);
  const tape = new Tape(await recorded([asked(`about ${then}`)], model));
  tape.begin(place);
  const now = randomUUID();
  expect(await answerOf(tape.replaying(model, 'main'), asked(`about ${now}`))).toMatchObject([
    { type: 'text', text: 'One flag.' },
    { type: 'tool_call', call: { name: 'get', arguments: { id: now } } },
    { type: 'done' },
  ]);
  expect(tape.changed).toEqual([]);
});

test('a request in other words is answered all the same, and named', async () => {
  const tape = new Tape(await recorded([asked('one')], new ScriptedModel([[says('1')]])));
  tape.begin(place);
  const events = await answerOf(tape.replaying(new ScriptedModel([]), 'main'), asked('two'));
  expect(events[0]).toEqual(says('1'));
  expect(tape.changed).toEqual(['shop/a, model call 1']);
});

test('attempts, scenarios and roles are told apart', async () => {
  const kept: TapeEntry[] = [];
  const tape = new Tape([], (entry) => kept.push(entry));
  const model = new ScriptedModel([[says('1')], [says('2')], [says('3')]]);
  tape.begin(place);
  await answerOf(tape.recording(model, 'small'), asked('a'));
  await answerOf(tape.recording(model, 'large'), asked('a'));
  tape.begin({ ...place, attempt: 2 });
  await answerOf(tape.recording(model, 'small'), asked('a'));
  const told = kept.map(({ role, attempt, call }) => `${role} ${attempt} ${call}`);
  expect(told).toEqual(['small 1 0', 'large 1 0', 'small 2 0']);
});
