import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AgentEvent } from '../../../src/agentloop/events.js';
import { answerOf, EMPTY_RUN, isRunning, stepsOf, withEvent, withProblem } from './run-view.js';

const START: AgentEvent = {
  type: 'run_start',
  data: { run_id: 'r1', conversation_id: 'c1', context_type: 'workflow' },
};
const DONE: AgentEvent = {
  type: 'message_complete',
  data: { finish_reason: 'stop', turns: 1, usage: { input_tokens: 1, output_tokens: 1 } },
};
const turn = (number: number): AgentEvent => ({ type: 'message_start', data: { turn: number } });
const chunk = (text: string): AgentEvent => ({ type: 'content_chunk', data: { chunk: text } });
const call = (id: string): AgentEvent => ({
  type: 'tool_call_start',
  data: { tool_use_id: id, name: `tool_${id}`, input: { id } },
});
const result = (id: string, is_error = false): AgentEvent => ({
  type: 'tool_call_result',
  data: { tool_use_id: id, name: `tool_${id}`, is_error, elapsed_ms: 7, result: { of: id } },
});
const failed = (code: 'cancelled' | 'model_error'): AgentEvent => ({
  type: 'error',
  data: { code, message: 'No.', retryable: false },
});

const viewOf = (...events: AgentEvent[]) =>
  events.reduce((view, event, index) => withEvent(view, index + 1, event), EMPTY_RUN);

describe('a run made from its events', () => {
  test('keeps texts, calls and their order', () => {
    const view = viewOf(START, turn(1), chunk('I '), chunk('look.'), call('a'), call('b'));
    expect(view.items.map(({ kind }) => kind)).toEqual(['text', 'step', 'step']);
    expect(answerOf(view)).toBe('I look.');
    expect(view).toMatchObject({ status: 'running', runId: 'r1', lastEventId: 6 });
  });

  test('gives each result to its call, also out of order', () => {
    const view = viewOf(START, turn(1), call('a'), call('b'), result('b', true), result('a'));
    expect(stepsOf(view)).toMatchObject([
      { id: 'a', state: 'done', result: { of: 'a' }, elapsedMs: 7 },
      { id: 'b', state: 'failed', result: { of: 'b' } },
    ]);
  });

  test('tells a call that was stopped from one that failed', () => {
    const cut = {
      ...result('a', true),
      data: { ...result('a', true).data, result: { error: { code: 'cancelled', message: '' } } },
    } as AgentEvent;
    expect(stepsOf(viewOf(START, turn(1), call('a'), cut))[0]?.state).toBe('stopped');
  });

  test('begins a new text after a call and in a new turn', () => {
    const view = viewOf(START, turn(1), chunk('one'), call('a'), chunk('two'), turn(2), chunk('3'));
    expect(view.items.map((item) => (item.kind === 'text' ? item.text : item.kind))).toEqual([
      'one',
      'step',
      'two',
      '3',
    ]);
  });

  test('keeps thinking apart from what is said', () => {
    const thinks = (piece: string) => ({ type: 'thinking_chunk', data: { chunk: piece } }) as const;
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
  ] as const)('ends as %s, and no call runs on', (status, end) => {
    const view = viewOf(START, turn(1), call('a'), end);
    expect(view.status).toBe(status);
    expect(isRunning(view)).toBe(false);
    expect(stepsOf(view)[0]?.state).toBe(status === 'stopped' ? 'stopped' : 'unknown');
  });

  test('is gone when its events are no longer stored', () => {
    const problem = { code: 'run_gone', message: 'Deleted.', retryable: false };
    expect(withProblem(viewOf(START), problem)).toMatchObject({ status: 'gone', problem });
  });

  test('shows an event it does not know instead of failing', () => {
    const later = { type: 'confetti', data: { number: 1 } } as unknown as AgentEvent;
    expect(viewOf(START, later).items).toEqual([
      { kind: 'other', event: 'confetti', data: { number: 1 } },
    ]);
  });

  test('knows a change of any kind by its preview id, and findings by their messages', () => {
    const proposed = { preview_id: 'p', description: 'Ship 17', expires_at: '2026-01-01' };
    const open = { ...proposed, kind: 'http_request' };
    const errors = [{ path: 'a', message: 'No.' }, 'nothing'];
    const later = (type: string, data: unknown) => ({ type, data }) as unknown as AgentEvent;
    const view = viewOf(
      START,
      later('workflow_preview', proposed),
      later('change_preview', open),
      later('some_validation_error', { errors }),
    );
    expect(view.items).toEqual([
      { kind: 'change', change: { kind: 'workflow_preview', data: proposed } },
      { kind: 'change', change: { kind: 'http_request', data: open } },
      { kind: 'findings', findings: [{ path: 'a', message: 'No.' }] },
    ]);
  });

  test('shows how far the tool index is until tools are selected', () => {
    const indexing = (share: number): AgentEvent => ({ type: 'indexing', data: { share } });
    const waits = viewOf(START, indexing(0.1), indexing(0.4));
    expect([waits.indexing, isRunning(waits)]).toEqual([0.4, true]);
    const counts = { all: 1, context: 1, offered: 0 };
    const data = { turn: 1, counts, tools: [], elapsed_ms: 1 };
    expect(viewOf(START, indexing(0.4), { type: 'tool_selection', data }).indexing).toBeUndefined();
  });

  test('does not depend on how often or how far back events are read again', () => {
    const texts = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 });
    const jumps = fc.array(fc.nat(20), { maxLength: 6 });
    fc.assert(
      fc.property(texts, jumps, (chunks, readAgainFrom) => {
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
});
