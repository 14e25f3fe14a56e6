import { AppError } from '../../foundation/errors.js';
import type { ResearchTask } from '../state.js';

/** One change of a plan by its user. */
export type TaskEdit =
  | { action: 'edit'; id: number; task?: string; context?: string; subtasks?: string[] }
  | { action: 'add'; task: string; context?: string; subtasks?: string[]; position?: number }
  | { action: 'remove'; id: number }
  | { action: 'reorder'; order: readonly number[] };

/** The longest text of a task. */
export const MAX_TASK_CHARS = 500;

/**
 * The plan after the edits, done one after the other, all or none. Ids stay what they are and are never
 * used again: `nextId` is the first free one and is passed on. Throws `invalid_request` that names the
 * edit, and what would be right, for unknown ids, empty or too long texts, an order that is not one of all
 * tasks, and a plan of no task or of more than `maxTasks`.
 */
export function editTasks(
  tasks: readonly ResearchTask[],
  edits: readonly TaskEdit[],
  bounds: { maxTasks: number; nextId: number },
): { tasks: ResearchTask[]; nextId: number } {
  let edited = [...tasks];
  let { nextId } = bounds;
  edits.forEach((edit, at) => {
    edited = applied(edited, edit, { at, nextId });
    if (edit.action === 'add') nextId += 1;
  });
  if (edited.length === 0) throw wrong('edits', 'A plan needs at least one task.');
  if (edited.length > bounds.maxTasks) {
    throw wrong(
      'edits',
      `The plan would have ${edited.length} tasks; at most ${bounds.maxTasks} are possible. Remove some.`,
    );
  }
  return { tasks: edited, nextId };
}

/** The first id that no task has had, as far as the tasks tell. */
export function firstFreeId(tasks: readonly { id: number }[]): number {
  return Math.max(0, ...tasks.map(({ id }) => id)) + 1;
}

function applied(
  tasks: ResearchTask[],
  edit: TaskEdit,
  { at, nextId }: { at: number; nextId: number },
): ResearchTask[] {
  const path = `edits[${at}]`;
  switch (edit.action) {
    case 'add':
      return withAdded(tasks, edit, { path, nextId });
    case 'remove':
      requireTask(tasks, edit.id, path);
      return tasks.filter(({ id }) => id !== edit.id);
    case 'reorder':
      return reordered(tasks, edit.order, path);
    case 'edit':
      requireTask(tasks, edit.id, path);
      return tasks.map((task) => (task.id === edit.id ? withChanges(task, edit, path) : task));
  }
}

function withAdded(
  tasks: readonly ResearchTask[],
  edit: Extract<TaskEdit, { action: 'add' }>,
  { path, nextId }: { path: string; nextId: number },
): ResearchTask[] {
  const position = edit.position ?? tasks.length;
  if (!Number.isInteger(position) || position < 0 || position > tasks.length) {
    throw wrong(
      `${path}.position`,
      `The position must be a whole number from 0 to ${tasks.length}.`,
    );
  }
  const added: ResearchTask = {
    id: nextId,
    task: textOf(edit.task, `${path}.task`),
    context: (edit.context ?? '').trim().slice(0, MAX_TASK_CHARS),
    subtasks: edit.subtasks ?? [],
    origin: 'user',
    state: 'pending',
  };
  return [...tasks.slice(0, position), added, ...tasks.slice(position)];
}

function withChanges(
  task: ResearchTask,
  { task: text, context, subtasks }: Extract<TaskEdit, { action: 'edit' }>,
  path: string,
): ResearchTask {
  return {
    ...task,
    ...(text === undefined ? {} : { task: textOf(text, `${path}.task`) }),
    ...(context === undefined ? {} : { context: context.trim().slice(0, MAX_TASK_CHARS) }),
    ...(subtasks === undefined ? {} : { subtasks }),
    origin: 'user',
  };
}

function reordered(
  tasks: readonly ResearchTask[],
  order: readonly number[],
  path: string,
): ResearchTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const found = [...new Set(order)].flatMap((id) => byId.get(id) ?? []);
  if (found.length !== tasks.length || order.length !== tasks.length) {
    throw wrong(`${path}.order`, `The order must name each task once: ${idsOf(tasks)}.`);
  }
  return found;
}

function requireTask(tasks: readonly ResearchTask[], id: number, path: string): void {
  if (tasks.some((task) => task.id === id)) return;
  throw wrong(`${path}.id`, `There is no task ${id}. Tasks of the plan: ${idsOf(tasks)}.`);
}

function textOf(text: string, path: string): string {
  const trimmed = text.trim();
  if (trimmed.length > 0 && trimmed.length <= MAX_TASK_CHARS) return trimmed;
  throw wrong(path, `A task is a text of 1 to ${MAX_TASK_CHARS} characters.`);
}

function idsOf(tasks: readonly { id: number }[]): string {
  return tasks.map(({ id }) => id).join(', ');
}

function wrong(path: string, message: string): AppError {
  return new AppError('invalid_request', message, [{ path, message }]);
}
