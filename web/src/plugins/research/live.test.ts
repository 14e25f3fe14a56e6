import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { AgentEvent } from '../../../../src/agentloop/events.js';
import { phaseEvent, taskDetail } from '../../../../src/plugins/research/research.model.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { changesState, NOTHING_LIVE, withResearchEvent, batched } from './live.js';

const after = (events: readonly AgentEvent[]) => events.reduce(withResearchEvent, NOTHING_LIVE);
const onTask = (detail: JsonObject) => phaseEvent('extract', 'progress', { task_id: 1, ...detail });

test.each([
  [{ query: 'returns', found: 8 }, '8 passages for “returns”'],
  [{ note: 'Reading.' }, 'Reading.'],
  [{ unknown: true }, undefined],
])('a step says %j', (detail, words) => {
  expect(after([phaseEvent('retrieve', 'progress', detail)]).note).toBe(words);
});

test('what a step said is gone when the next begins', () => {
  const said = phaseEvent('retrieve', 'progress', { query: 'returns', found: 8 });
  expect(after([said, phaseEvent('analyze', 'started')]).note).toBeUndefined();
});

test('only what is done changes the state, not the way there', () => {
  expect(changesState(phaseEvent('retrieve', 'completed'))).toBe(true);
  expect(changesState(phaseEvent('retrieve', 'progress', { found: 8 }))).toBe(false);
  expect(changesState(onTask({ followed: 1, depth: 2 }))).toBe(false);
  expect(changesState(onTask({ task_state: 'done' }))).toBe(true);
});

test('a task says how far it is, and finally what it brought', () => {
  const begun = [onTask({ task_state: 'running' }), onTask({ found: 12, searches: 2 })];
  expect(after(begun).tasks.get(1)?.note).toBe('12 passages read');
  const followed = [...begun, onTask({ followed: 1, depth: 2 })];
  expect(after(followed).tasks.get(1)?.note).toBe('1 reference followed, depth 2');
  const result = { taskId: 1, entries: [], quotes: [], searches: [], newTasks: [] };
  const detail = taskDetail({
    ...result,
    entries: [{ contextTier: 1 }, { contextTier: 3 }] as never,
    visitedReferences: [],
    summary: {} as never,
    notes: [],
  });
  const done = phaseEvent('extract', 'progress', { ...detail, task_state: 'done' });
  expect(after([...followed, done]).tasks.get(1)).toEqual({
    tiers: { 1: 1, 2: 0, 3: 1 },
    quotes: 0,
    references: 0,
  });
});

/** A flush that ends when it is told to, and how often it was started. */
function slowFlush() {
  const ends: (() => void)[] = [];
  const flush = () => new Promise<void>((resolve) => ends.push(resolve));
  return { flush, begun: () => ends.length, end: () => ends.at(-1)?.() };
}

test('a burst is one call, and what comes during a call is one more after it', async () => {
  const { flush, begun, end } = slowFlush();
  const want = batched(flush, async () => {});
  for (let count = 0; count < 5; count += 1) want();
  await turn();
  expect(begun()).toBe(1);
  want();
  want();
  await turn();
  expect(begun()).toBe(1);
  end();
  await turn();
  expect(begun()).toBe(2);
  end();
  await turn();
  expect(begun()).toBe(2);
  want();
  await turn();
  expect(begun()).toBe(3);
});
