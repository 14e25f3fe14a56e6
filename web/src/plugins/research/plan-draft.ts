import { defined } from '../../../../src/foundation/defined.js';
import type { ResearchTask } from './api.js';
import { t } from './texts.js';

/** One item of a plan while it is edited; `key` stays the same wherever it is moved. */
export interface DraftTask {
  key: string;
  /** Absent for one the user has added. */
  id?: number;
  task: string;
  context: string;
}

/** A stored plan as it is edited. */
export function draftOf(tasks: readonly ResearchTask[]): DraftTask[] {
  return tasks.map(({ id, task, context }) => ({ key: `task-${id}`, id, task, context }));
}

/** The plan with an item one place up (-1) or down (1); unchanged where there is no such place. */
export function moved(plan: readonly DraftTask[], key: string, by: -1 | 1): DraftTask[] {
  const from = plan.findIndex((item) => item.key === key);
  const to = from + by;
  const item = plan[from];
  if (item === undefined || to < 0 || to >= plan.length) return [...plan];
  return plan.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** The plan with other words in an item. */
export function edited(
  plan: readonly DraftTask[],
  key: string,
  change: Partial<Pick<DraftTask, 'task' | 'context'>>,
): DraftTask[] {
  return plan.map((item) => (item.key === key ? { ...item, ...change } : item));
}

/** The plan without an item. */
export function without(plan: readonly DraftTask[], key: string): DraftTask[] {
  return plan.filter((item) => item.key !== key);
}

/** The plan with an empty item at its end. */
export function withNew(plan: readonly DraftTask[], key: string): DraftTask[] {
  return [...plan, { key, task: '', context: '' }];
}

/** True when both say the same in the same order. */
export function isSamePlan(one: readonly DraftTask[], other: readonly DraftTask[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, task, context }, index) => {
      const there = other[index];
      return id === there?.id && task === there?.task && context === there?.context;
    })
  );
}

/** What keeps a plan from being sent, in words; undefined when nothing does. */
export function planProblem(plan: readonly DraftTask[], maxTasks: number): string | undefined {
  if (plan.length === 0) return t('A plan needs at least one task. To stop, cancel the research.');
  if (plan.length > maxTasks) {
    return t('A plan can have at most {maxTasks} tasks; this one has {n}.', {
      maxTasks,
      n: plan.length,
    });
  }
  const empty = plan.findIndex(({ task }) => task.trim() === '');
  if (empty >= 0)
    return t('Task {empty} is empty. Write what to find out, or remove it.', { empty: empty + 1 });
  return undefined;
}

/** The items as they are sent. */
export function sentTasks(plan: readonly DraftTask[]) {
  return plan.map(({ id, task, context }) => ({
    ...defined({ id }),
    task: task.trim(),
    context: context.trim(),
  }));
}
