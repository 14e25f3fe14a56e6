import { describe, expect, test } from '@jest/globals';
import type { AgentEvent, ReasoningStep } from '../../../src/agentloop/events.js';
import { sourcesOf } from './answer-sources.js';
import { EMPTY_RUN, stepsOf, withEvent } from './run-view.js';

const viewOf = (...events: AgentEvent[]) =>
  events.reduce((view, event, index) => withEvent(view, index + 1, event), EMPTY_RUN);

const call = (id: string, name: string, input = {}): AgentEvent => ({
  type: 'tool_call_start',
  data: { tool_use_id: id, name, input },
});
const result = (id: string, name: string, given: unknown = {}, is_error = false): AgentEvent => ({
  type: 'tool_call_result',
  data: { tool_use_id: id, name, is_error, elapsed_ms: 5, result: given },
});
const told = (
  step: string,
  tool_status: ReasoningStep['tool_status'],
  message: string,
  tool_input = {},
): AgentEvent => ({
  type: 'reasoning_step',
  data: {
    step,
    tool_name: step,
    tool_status,
    message,
    tool_input,
    action_type: 'reading',
    timestamp: 1,
    details: {},
  },
});

describe('what is told of steps', () => {
  test('belongs to its call, each of two that run together, and no step is there twice', () => {
    const view = viewOf(
      call('a', 'read', { id: 1 }),
      call('b', 'read', { id: 2 }),
      told('read', 'running', 'Reading 1', { id: 1 }),
      told('read', 'running', 'Reading 2', { id: 2 }),
      result('a', 'read'),
      told('read', 'complete', 'Read 1', { id: 1 }),
      result('b', 'read', {}, true),
      told('read', 'error', 'No 2', { id: 2 }),
    );
    expect(stepsOf(view)).toMatchObject([
      { id: 'a', state: 'done', reasoning: { message: 'Read 1', status: 'complete' } },
      { id: 'b', state: 'failed', reasoning: { message: 'No 2', status: 'error' } },
    ]);
    expect(view.items).toHaveLength(2);
  });

  test('finds its call also when the input was cleaned before it ran', () => {
    const view = viewOf(
      call('a', 'read', { q: ' x\u200b' }),
      told('read', 'running', 'Reading', { q: 'x' }),
      result('a', 'read'),
      told('read', 'complete', 'Read', { q: 'x' }),
    );
    expect(stepsOf(view)).toMatchObject([{ id: 'a', reasoning: { message: 'Read' } }]);
  });

  test('is a step of its own where there is no call, and ends with the run', () => {
    const begun = viewOf(told('generate_answer', 'running', 'Writing'));
    expect(stepsOf(begun)).toMatchObject([{ state: 'running', call: false }]);
    const ended = withEvent(begun, 2, told('generate_answer', 'complete', 'Wrote'));
    expect(stepsOf(ended)).toMatchObject([{ state: 'done', reasoning: { message: 'Wrote' } }]);
    const stopped = withEvent(begun, 2, {
      type: 'error',
      data: { code: 'cancelled', message: 'Stopped.', retryable: false },
    });
    expect(stepsOf(stopped)[0]?.state).toBe('stopped');
  });
});

test('the sources of an answer are the events of the run, each number once and in order', () => {
  const source = { number: 1, title: 'T', quote: 'Q', document_id: 'd', block_id: 'b' };
  const view = viewOf(
    { type: 'citation', data: { ...source, number: 2 } },
    { type: 'citation', data: source },
    { type: 'citation', data: source },
  );
  expect(sourcesOf(view).map(({ number }) => number)).toEqual([1, 2]);
});

test('a move of the page is kept with its reason', () => {
  const data = {
    tool_use_id: 'a',
    action: 'open_document' as const,
    target: { document_id: 'd' },
    reason: 'You asked.',
  };
  expect(viewOf({ type: 'ui_action', data }).items).toEqual([{ kind: 'ui_action', data }]);
});
