import { expect, test } from '@jest/globals';
import { withDefaults } from './options.js';
import { editedTasks, type PlanItem } from './plan-edit.js';
import type { ResearchTask } from './state.js';

const task = (id: number): ResearchTask => ({
  id,
  task: `task ${id}`,
  context: `context ${id}`,
  subtasks: ['part'],
  origin: 'plan',
  state: 'pending',
});
const plan = {
  tasks: [task(1), task(2), task(3)],
  nextTaskId: 4,
  options: withDefaults({ maxTasks: 4 }),
};
const edit = (items: PlanItem[]) => editedTasks(plan, items);

test('keeps, edits, reorders, removes and adds', () => {
  const edited = edit([
    { task: 'mine' },
    { id: 3, task: 'task 3' },
    { id: 1, task: 'other', context: 'why' },
    { task: 'mine too', context: 'here' },
  ]);
  expect(edited).toEqual([
    { id: 4, task: 'mine', context: '', subtasks: [], origin: 'user', state: 'pending' },
    task(3),
    { ...task(1), task: 'other', context: 'why', subtasks: [], origin: 'user' },
    { id: 5, task: 'mine too', context: 'here', subtasks: [], origin: 'user', state: 'pending' },
  ]);
});

test.each<[string, PlanItem[], string, RegExp]>([
  ['an empty plan', [], 'tasks', /cancel the research/],
  ['too many', Array.from({ length: 5 }, () => ({ task: 'x' })), 'tasks', /at most 4/],
  ['an unknown id', [{ id: 9, task: 'x' }], 'tasks[0].id', /no task of the plan/],
  [
    'an id twice',
    [
      { id: 1, task: 'x' },
      { id: 1, task: 'y' },
    ],
    'tasks[1].id',
    /twice/,
  ],
])('refuses: %s', (_name, items, path, message) => {
  expect(() => edit(items)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      details: [expect.objectContaining({ path, message: expect.stringMatching(message) })],
    }),
  );
});
