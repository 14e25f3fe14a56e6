import { AppError, type ErrorDetail } from '../../foundation/errors.js';
import type { ResearchState, ResearchTask } from './state.js';

/** One item of a plan as the user sends it: with an `id` it is one of the plan's own. */
export interface PlanItem {
  id?: number | null;
  task: string;
  context?: string | null;
}

/** How often a plan may be edited without being approved; each time is an event with the whole plan. */
export const MAX_PLAN_EDITS = 100;

/** Rejects with `conflict` when the plan has been edited as often as it may be; approving is always possible. */
export function requireEditsLeft({ planEdits }: Pick<ResearchState, 'planEdits'>): void {
  if (planEdits < MAX_PLAN_EDITS) return;
  throw new AppError(
    'conflict',
    `The plan has been edited ${MAX_PLAN_EDITS} times, as often as it may be. Send it once more as it is to be, with approve: true, or cancel the research.`,
    [{ path: 'approve', message: 'must be true: the plan can be changed only while approving it' }],
  );
}

/**
 * The plan as the user wants it: the items in their order; what is not among them is gone. Rejects with
 * `invalid_request` an empty plan, one over the limit, and ids that are unknown or twice there.
 */
export function editedTasks(
  { tasks, options, nextTaskId }: Pick<ResearchState, 'tasks' | 'options' | 'nextTaskId'>,
  items: readonly PlanItem[],
): ResearchTask[] {
  const size = sizeProblem(items.length, options.maxTasks);
  const problems = [
    ...(size ? [{ path: 'tasks', message: size }] : []),
    ...idProblems(items, tasks),
  ];
  if (problems.length > 0) {
    const said = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
    throw new AppError('invalid_request', `The plan is not valid: ${said}.`, problems);
  }
  let id = nextTaskId;
  return items.map((item) => {
    const planned = tasks.find((task) => task.id === item.id);
    return planned === undefined ? added(item, id++) : edited(planned, item);
  });
}

function added({ task, context }: PlanItem, id: number): ResearchTask {
  return { id, task, context: context ?? '', subtasks: [], origin: 'user', state: 'pending' };
}

function edited(planned: ResearchTask, item: PlanItem): ResearchTask {
  const { task } = item;
  const context = item.context ?? planned.context;
  if (task === planned.task && context === planned.context) return planned;
  return { ...planned, task, context, subtasks: [], origin: 'user' };
}

function sizeProblem(count: number, maxTasks: number): string | undefined {
  if (count === 0) return 'must have at least one task; to stop, cancel the research';
  return count > maxTasks ? `must have at most ${maxTasks} tasks` : undefined;
}

function idProblems(items: readonly PlanItem[], tasks: readonly ResearchTask[]): ErrorDetail[] {
  const allowed = tasks.map(({ id }) => id);
  return items.flatMap(({ id }, index) => {
    if (typeof id !== 'number') return [];
    const path = `tasks[${index}].id`;
    if (!allowed.includes(id)) {
      return [{ path, message: `is no task of the plan; leave it out for a new one`, allowed }];
    }
    const first = items.findIndex((item) => item.id === id);
    return first < index ? [{ path, message: 'stands in the plan twice' }] : [];
  });
}
