import type { ResearchState, ResearchTask, TaskResult } from '../state.js';

/** Marks as running as many waiting tasks as may run at once; answers those. */
export function launchTasks(state: ResearchState): { state: ResearchState; tasks: ResearchTask[] } {
  const running = state.tasks.filter((task) => task.state === 'running').length;
  const free = Math.max(0, state.options.parallelTasks - running);
  const tasks = state.tasks.filter((task) => task.state === 'pending').slice(0, free);
  const launched = tasks.reduce((next, { id }) => withTaskState(next, id, 'running'), state);
  return { state: launched, tasks };
}

/** The state with one task's own state changed. */
export function withTaskState(
  state: ResearchState,
  taskId: number,
  taskState: ResearchTask['state'],
): ResearchState {
  const tasks = state.tasks.map((task) =>
    task.id === taskId ? { ...task, state: taskState } : task,
  );
  return { ...state, tasks };
}

/**
 * Adds the tasks that a round of tasks proposed, in task order, up to the limit and without those that
 * are there already: the same whichever task ended first.
 */
export function withFoundTasks(
  state: ResearchState,
  results: readonly TaskResult[],
): ResearchState {
  const tasks = [...state.tasks];
  let id = state.nextTaskId;
  const known = new Set(tasks.map(({ task }) => normalized(task)));
  for (const { task, context } of results.flatMap(({ newTasks }) => newTasks)) {
    if (tasks.length >= state.options.maxTasks || known.has(normalized(task))) continue;
    known.add(normalized(task));
    tasks.push({ id, task, context, subtasks: [], origin: 'found', state: 'pending' });
    id += 1;
  }
  return withTasks(state, tasks);
}

/** The state with these tasks, and their ids never to be given again. */
export function withTasks(state: ResearchState, tasks: ResearchTask[]): ResearchState {
  const nextTaskId = Math.max(state.nextTaskId, ...tasks.map(({ id }) => id + 1));
  return { ...state, tasks, nextTaskId };
}

function normalized(task: string): string {
  return task.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
