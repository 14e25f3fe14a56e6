import { expect, it } from '@jest/globals';
import { dueWords, nextDue } from './due.js';

const due = (days_left: number, is_done = false) => ({
  ...{ title: 'Reply', due_on: '2026-02-01', is_done, days_left },
});

it.each([
  [0, 'Reply due today'],
  [1, 'Reply due in 1 day'],
  [12, 'Reply due in 12 days'],
  [-1, 'Reply overdue by 1 day'],
  [-40, 'Reply overdue by 40 days'],
])('says %i days as "%s"', (left, words) => {
  expect(dueWords(due(left))).toBe(words);
});

it('takes the first that is not done', () => {
  expect(nextDue([due(-9, true), due(-2), due(4)])).toEqual(due(-2));
  expect(nextDue([due(-9, true)])).toBeUndefined();
});
