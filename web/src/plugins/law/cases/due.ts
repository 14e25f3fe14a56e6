import { count } from '../../../ui/format.js';
import type { LawCase } from './api.js';

type Due = LawCase['deadlines'][number];

/** What is due next in a case; the list is in the order of the days. */
export function nextDue(deadlines: readonly Due[]): Due | undefined {
  return deadlines.find(({ is_done: isDone }) => !isDone);
}

/** `Reply due in 3 days`. */
export function dueWords({ title, days_left: left }: Due): string {
  if (left === 0) return `${title} due today`;
  return left > 0
    ? `${title} due in ${count(left, 'day')}`
    : `${title} overdue by ${count(-left, 'day')}`;
}
