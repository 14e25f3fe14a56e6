import { setImmediate as turn } from 'node:timers/promises';
import type { AgentEvent } from '../../../../src/agentloop/events.js';
import { phaseEvent, taskDetail } from '../../../../src/plugins/research/research.model.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { changesState, NOTHING_LIVE, withResearchEvent, batched } from './live.js';

const after = (...events: AgentEvent[]) => events.reduce(withResearchEvent, NOTHING_LIVE);
const retrieved = (detail: JsonObject) => phaseEvent('retrieve', 'progress', detail);
const onTask = (detail: JsonObject) => phaseEvent('extract', 'progress', { task_id: 1, ...detail });

test.each([
  [{ query: 'returns', found: 8 }, '8 passages for “returns”'],
  [{ note: 'Reading.' }, 'Reading.'],
  [{ unknown: true }, undefined],
])('a step says %j, until the next begins', (detail, words) => {
  expect(after(retrieved(detail)).note).toBe(words);
  expect(after(retrieved(detail), phaseEvent('analyze', 'started')).note).toBeUndefined();
});

test('only what is done changes the state, not the way there', () => {
  const done = [phaseEvent('retrieve', 'completed'), onTask({ task_state: 'done' })];
  const underWay = [retrieved({ found: 8 }), onTask({ followed: 1, depth: 2 })];
  expect([...done, ...underWay].map(changesState)).toEqual([true, true, false, false]);
});

test('a task says how far it is, and finally what it brought', () => {
  const begun = [onTask({ task_state: 'running' }), onTask({ found: 12, searches: 2 })];
  expect(after(...begun).tasks.get(1)?.note).toBe('12 passages read');
  const followed = [...begun, onTask({ followed: 1, depth: 2 })];
  expect(after(...followed).tasks.get(1)?.note).toBe('1 reference followed, depth 2');
  const none = { quotes: [], searches: [], newTasks: [], visitedReferences: [], notes: [] };
  const entries = [{ contextTier: 1 }, { contextTier: 3 }] as never;
  const detail = taskDetail({ ...none, taskId: 1, entries, summary: {} as never });
  const brought = { tiers: { 1: 1, 2: 0, 3: 1 }, quotes: 0, references: 0 };
  const done = after(...followed, onTask({ ...detail, task_state: 'done' }));
  expect(done.tasks.get(1)).toEqual(brought);
});

test('a burst is one call, and what comes during a call is one more after it', async () => {
  const ends: (() => void)[] = [];
  const want = batched(
    () => new Promise<void>((resolve) => ends.push(resolve)),
    async () => {},
  );
  const begun = async (...acts: (() => void)[]) => {
    for (const act of acts) act();
    await turn();
    return ends.length;
  };
  const end = () => ends.at(-1)?.();
  expect(await begun(want, want, want)).toBe(1);
  expect(await begun(want, want)).toBe(1);
  expect(await begun(end)).toBe(2);
  expect(await begun(end)).toBe(2);
  expect(await begun(want)).toBe(3);
});
