import { branchInView, lastRunOf } from './branches.js';
import type { Turn } from './run-store.js';
import { EMPTY_RUN } from './run-view.js';

const turn = (key: string, after: string | null, runId = `run-${key}`): Turn => {
  const request = { message: key, context_type: 'auto', context: {}, conversation_id: 'c' };
  return { key, after, request, view: { ...EMPTY_RUN, runId } };
};
const shown = (turns: readonly Turn[], ...chosen: [string, string][]) =>
  branchInView(turns, new Map(chosen)).map(
    ({ turn: one, versions }) => `${one.key} ${versions.indexOf(one) + 1}/${versions.length}`,
  );

const a = turn('a', null);
const b = turn('b', 'run-a');
const c = turn('c', 'run-b');
const edited = turn('b2', 'run-a');

test('shows the branch of the newest turn, and any version that is chosen with what came after it', () => {
  const turns = [a, b, c, edited];
  expect(shown(turns)).toEqual(['a 1/1', 'b2 2/2']);
  expect(shown(turns, ['a', 'b'])).toEqual(['a 1/1', 'b 1/2', 'c 1/1']);
  expect(shown([...turns, turn('d', 'run-c')])).toEqual(['a 1/1', 'b 1/2', 'c 1/1', 'd 1/1']);
  expect(shown([a, turn('a2', null)])).toEqual(['a2 2/2']);
});

test('a turn whose run never began keeps its place, and what is no longer loaded is the beginning', () => {
  const turns = [a, { ...turn('x', 'run-a'), view: EMPTY_RUN }, turn('y', 'x')];
  expect(shown(turns)).toEqual(['a 1/1', 'x 1/1', 'y 1/1']);
  expect(lastRunOf(branchInView(turns.slice(0, 2), new Map()))).toBe('run-a');
  expect(lastRunOf([])).toMatch(/^[0-]{36}$/);
  const cut = [turn('b', 'run-long-ago'), c];
  expect(shown(cut)).toEqual(['b 1/1', 'c 1/1']);
  expect(lastRunOf(branchInView(cut, new Map()), 0)).toBe('run-long-ago');
});
