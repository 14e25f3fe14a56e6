import type { LawCase } from './api.js';
import { t } from '../texts.js';

type Due = LawCase['deadlines'][number];

/** What is due next in a case; the list is in the order of the days. */
export function nextDue(deadlines: readonly Due[]): Due | undefined {
  return deadlines.find(({ is_done: isDone }) => !isDone);
}

/** `Reply due in 3 days`. */
export function dueWords({ title, days_left: left }: Due): string {
  if (left === 0) return t('{title} due today', { title });
  return left > 0
    ? t('{title} due in {n} day | {title} due in {n} days', { title, n: left })
    : t('{title} overdue by {n} day | {title} overdue by {n} days', { title, n: -left });
}
