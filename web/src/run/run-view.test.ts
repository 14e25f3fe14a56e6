import fc from 'fast-check';
import type { AgentEvent } from '../../../src/agentloop/events.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { answerOf, EMPTY_RUN, isRunning, stepsOf, withEvent, withProblem } from './run-view.js';
import { sourcesOf } from '../registry/registry.js';

const event = (type: string, data: object) => ({ type, data }) as unknown as AgentEvent;
const START = event('run_start', { run_id: 'r1', conversation_id: 'c1', context_type: 'workflow' });
const usage = { input_tokens: 1, output_tokens: 1 };
const DONE = event('message_complete', { finish_reason: 'stop', turns: 1, usage });
const turn = (number: number) => event('message_start', { turn: number });
const chunk = (text: string) => event('content_chunk', { chunk: text });
const thinks = (text: string) => event('thinking_chunk', { chunk: text });
const call = (id: string, name = `tool_${id}`, input: JsonObject = { id }) =>
  event('tool_call_start', { tool_use_id: id, name, input });
const result = (id: string, is_error = false, name = `tool_${id}`, answer: object = { of: id }) =>
  event('tool_call_result', { tool_use_id: id, name, is_error, elapsed_ms: 7, result: answer });
const failed = (code: string) => event('error', { code, message: 'No.', retryable: false });

const viewOf = (...events: AgentEvent[]) =>
  events.reduce((view, event, index) => withEvent(view, index + 1, event), EMPTY_RUN);

test('a run made from its events keeps texts, calls and their order', () => {
  const view = viewOf(START, turn(1), chunk('I '), chunk('look.'), call('a'), call('b'));
  expect(view.items.map(({ kind }) => kind)).toEqual(['text', 'step', 'step']);
  expect(answerOf(view)).toBe('I look.');
  expect(view).toMatchObject({ status: 'running', runId: 'r1', lastEventId: 6 });
});

test('a run made from its events gives each result to its call, also out of order', () => {
  const view = viewOf(START, turn(1), call('a'), call('b'), result('b', true), result('a'));
  expect(stepsOf(view)).toMatchObject([
    { id: 'a', state: 'done', result: { of: 'a' }, elapsedMs: 7 },
    { id: 'b', state: 'failed', result: { of: 'b' } },
  ]);
});

test('a run made from its events tells a call that was stopped from one that failed', () => {
  const cut = result('a', true, 'tool_a', { error: { code: 'cancelled', message: '' } });
  expect(stepsOf(viewOf(START, turn(1), call('a'), cut))[0]?.state).toBe('stopped');
});

test('a run made from its events begins a new text after a call and in a new turn', () => {
  const view = viewOf(START, turn(1), chunk('one'), call('a'), chunk('two'), turn(2), chunk('3'));
  const shown = view.items.map((item) => (item.kind === 'text' ? item.text : item.kind));
  expect(shown).toEqual(['one', 'step', 'two', '3']);
});

test('a run made from its events keeps thinking apart from what is said', () => {
  const view = viewOf(START, turn(1), thinks('So'), thinks(' be it'), chunk('Yes.'), thinks('?'));
  expect(view.items).toEqual([
    { kind: 'thinking', text: 'So be it' },
    { kind: 'text', turn: 1, text: 'Yes.' },
    { kind: 'thinking', text: '?' },
  ]);
  expect(answerOf(view)).toBe('Yes.');
});

test.each([
  ['done', DONE],
  ['stopped', failed('cancelled')],
  ['failed', failed('model_error')],
] as const)('a run made from its events ends as %s, and no call runs on', (status, end) => {
  const view = viewOf(START, turn(1), call('a'), end);
  expect(view.status).toBe(status);
  expect(isRunning(view)).toBe(false);
  expect(stepsOf(view)[0]?.state).toBe(status === 'stopped' ? 'stopped' : 'unknown');
});

test('a run made from its events is gone when its events are no longer stored', () => {
  const problem = { code: 'run_gone', message: 'Deleted.', retryable: false };
  expect(withProblem(viewOf(START), problem)).toMatchObject({ status: 'gone', problem });
});

test('a run made from its events shows an event it does not know instead of failing', () => {
  const data = { number: 1 };
  const { items } = viewOf(START, event('confetti', data));
  expect(items).toEqual([{ kind: 'other', event: 'confetti', data }]);
});

test('a run made from its events: knows a change of any kind by its preview id, and findings by their messages', () => {
  const data = { preview_id: 'p', description: 'Ship 17', expires_at: '2026-01-01' };
  const open = { ...data, kind: 'http_request' };
  const errors = [{ path: 'a', message: 'No.' }, 'nothing'];
  const proposed = [event('workflow_preview', data), event('change_preview', open)];
  expect(viewOf(START, ...proposed, event('some_validation_error', { errors })).items).toEqual([
    { kind: 'change', change: { kind: 'workflow_preview', data } },
    { kind: 'change', change: { kind: 'http_request', data: open } },
    { kind: 'findings', findings: [{ path: 'a', message: 'No.' }] },
  ]);
});

test('a run made from its events shows how far the tool index is until tools are selected', () => {
  const indexing = (share: number) => event('indexing', { share });
  const waits = viewOf(START, indexing(0.1), indexing(0.4));
  expect([waits.indexing, isRunning(waits)]).toEqual([0.4, true]);
  const data = { turn: 1, counts: { all: 1, context: 1, offered: 0 }, tools: [], elapsed_ms: 1 };
  expect(viewOf(START, indexing(0.4), event('tool_selection', data)).indexing).toBeUndefined();
});

test('a run made from its events does not depend on how often or how far back events are read again', () => {
  const texts = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(20), { maxLength: 6 }), (chunks, readAgainFrom) => {
      const events = [START, turn(1), ...chunks.map(chunk), DONE];
      let view = EMPTY_RUN;
      for (const from of [0, ...readAgainFrom, 0]) {
        // Some of them are read twice; a reader never leaves any out.
        const start = Math.min(from, view.lastEventId);
        for (let index = start; index < events.length; index += 1) {
          view = withEvent(view, index + 1, events[index] as AgentEvent);
        }
      }
      expect(answerOf(view)).toBe(chunks.join(''));
      expect(view).toEqual(viewOf(...events));
    }),
  );
});

const telling = { action_type: 'reading', timestamp: 1, details: {} };
const told = (tool_name: string, tool_status: string, message: string, tool_input = {}) => {
  const said = { step: tool_name, tool_name, tool_status, message, tool_input };
  return event('reasoning_step', { ...telling, ...said });
};

test("what is said of a run's steps belongs to its call, each of two that run together, and no step is there twice", () => {
  const view = viewOf(
    call('a', 'read', { id: 1 }),
    call('b', 'read', { id: 2 }),
    told('read', 'running', 'Reading 1', { id: 1 }),
    told('read', 'running', 'Reading 2', { id: 2 }),
    result('a', false, 'read'),
    told('read', 'complete', 'Read 1', { id: 1 }),
    result('b', true, 'read'),
    told('read', 'error', 'No 2', { id: 2 }),
  );
  expect(stepsOf(view)).toMatchObject([
    { id: 'a', state: 'done', reasoning: { message: 'Read 1', status: 'complete' } },
    { id: 'b', state: 'failed', reasoning: { message: 'No 2', status: 'error' } },
  ]);
  expect(view.items).toHaveLength(2);
});

test("what is said of a run's steps finds its call also when the input was cleaned before it ran", () => {
  const view = viewOf(
    call('a', 'read', { q: ' x\u200b' }),
    told('read', 'running', 'Reading', { q: 'x' }),
    result('a', false, 'read'),
    told('read', 'complete', 'Read', { q: 'x' }),
  );
  expect(stepsOf(view)).toMatchObject([{ id: 'a', reasoning: { message: 'Read' } }]);
});

test("what is said of a run's steps is a step of its own where there is no call, and ends with the run", () => {
  const begun = viewOf(told('generate_answer', 'running', 'Writing'));
  expect(stepsOf(begun)).toMatchObject([{ state: 'running', call: false }]);
  const ended = withEvent(begun, 2, told('generate_answer', 'complete', 'Wrote'));
  expect(stepsOf(ended)).toMatchObject([{ state: 'done', reasoning: { message: 'Wrote' } }]);
  expect(stepsOf(withEvent(begun, 2, failed('cancelled')))[0]?.state).toBe('stopped');
});

test('the sources of an answer are the events of the run, each number once and in order', () => {
  const source = { title: 'T', quote: 'Q', document_id: 'd', block_id: 'b' };
  const cited = (number: number) => event('citation', { ...source, number });
  const numbers = sourcesOf(viewOf(cited(2), cited(1), cited(1))).map(({ number }) => number);
  expect(numbers).toEqual([1, 2]);
});

test('a move of the page is kept with its reason', () => {
  const move = { action: 'open_document', target: { document_id: 'd' }, reason: 'You asked.' };
  const data = { tool_use_id: 'a', ...move };
  expect(viewOf(event('ui_action', data)).items).toEqual([{ kind: 'ui_action', data }]);
});
