import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import {
  draftOf,
  edited,
  isSamePlan,
  moved,
  planProblem,
  sentTasks,
  withNew,
  without,
  type DraftTask,
} from './plan-draft.js';

const PLAN: DraftTask[] = ['first', 'second', 'third'].map((task, index) => {
  return { key: `task-${index + 1}`, id: index + 1, task, context: '' };
});
const names = (plan: readonly DraftTask[]) => plan.map(({ task }) => task);

test.each([
  ['task-1', 1, ['second', 'first', 'third']],
  ['task-3', -1, ['first', 'third', 'second']],
  ['task-1', -1, ['first', 'second', 'third']],
  ['task-3', 1, ['first', 'second', 'third']],
  ['unknown', 1, ['first', 'second', 'third']],
] as const)('%s moved by %d', (key, by, expected) => {
  expect(names(moved(PLAN, key, by))).toEqual(expected);
});

test('moving tasks of a plan loses nothing and adds nothing, and back again is as before', async () => {
  const key = fc.constantFrom('task-1', 'task-2', 'task-3');
  await holds([fc.array(fc.tuple(key, fc.constantFrom(-1 as const, 1 as const)))], (moves) => {
    const plan = moves.reduce<DraftTask[]>((now, [one, by]) => moved(now, one, by), PLAN);
    expect(names(plan).toSorted()).toEqual(names(PLAN).toSorted());
    expect(moved(moved(plan, plan[0]?.key ?? '', 1), plan[0]?.key ?? '', -1)).toEqual(plan);
  });
});

test('a plan is sent with the ids of its own tasks, in its order, without what was removed', () => {
  const plan = withNew(without(moved(PLAN, 'task-3', -1), 'task-1'), 'new-1');
  expect(sentTasks(edited(plan, 'new-1', { task: '  added ', context: ' here' }))).toEqual([
    { id: 3, task: 'third', context: '' },
    { id: 2, task: 'second', context: '' },
    { task: 'added', context: 'here' },
  ]);
});

test('a plan differs from the stored one by any word and any place', () => {
  const state = { origin: 'plan', state: 'pending' } as const;
  const task = { task: 'a', context: 'x', subtasks: [], ...state };
  const stored = draftOf([1, 2].map((id) => ({ id, ...task })));
  expect(isSamePlan(stored, [...stored])).toBe(true);
  const others = [moved(stored, 'task-1', 1), edited(stored, 'task-1', { context: 'y' })];
  for (const other of [...others, withNew(stored, 'new'), without(stored, 'task-2')])
    expect(isSamePlan(stored, other)).toBe(false);
});

test.each([
  ['is empty', [], 15, 'at least one task'],
  ['is too long', PLAN, 2, 'at most 2 tasks; this one has 3'],
  ['has a new task without words', withNew(PLAN, 'new'), 15, 'Task 4 is empty'],
  ['has a task of blanks', edited(PLAN, 'task-2', { task: '  ' }), 15, 'Task 2 is empty'],
  ['has as many tasks as it may', PLAN, 3, undefined],
])('a plan that %s', (_, plan, max, words) =>
  expect(planProblem(plan, max)).toEqual(words && expect.stringContaining(words)),
);
