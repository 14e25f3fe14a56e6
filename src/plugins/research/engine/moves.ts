import type { Usage } from '../../../llm/types.js';
import {
  type Change,
  type Checkpoint,
  type ResearchFailure,
  type StoredResearch,
  checkpointEvent,
  completeEvent,
  detailOf,
  failedEvent,
  phaseEvent,
  taskDetail,
} from '../research.model.js';
import { isWaiting, nextStage, type Stage, type StageEvent } from '../stages.js';
import { withRound, withTurn } from '../clarify/clarify-steps.js';
import { comparable } from '../judge/material.js';
import { MOST_OUTSIDE } from '../research-steps.js';
import type { ResearchState, ResearchTask, TaskResult } from '../state.js';
import { type ErrorDetail, conflict, invalidRequest } from '../../../foundation/errors.js';

export type Position = Pick<StoredResearch, 'stage' | 'version' | 'state' | 'steps'>;

export function begin(state: ResearchState): Change {
  return enter({ stage: 'init', version: 0, steps: 0, state }, 'init', state, 0);
}

export function stepDone(
  at: Position,
  patch: Partial<ResearchState>,
  usage: Usage,
  results: readonly TaskResult[] = [],
): Change {
  const patched = settle(at.stage, {
    ...at.state,
    ...patch,
    // Set once: what the research is held against does not move.
    anchor: at.state.anchor ?? patch.anchor,
    usage: sum(at.state.usage, usage),
  });
  const state = at.stage === 'collect' ? withFoundTasks(patched, results) : patched;
  const next = nextStage(at.stage, outcomeOf(at.stage, state));
  const change = enter(at, next, state, at.steps + 1);
  return {
    ...change,
    steps: 1,
    dropsResults: at.stage === 'collect',
    events: [phaseEvent(at.stage, 'completed', detailOf(at.stage, state)), ...change.events],
  };
}

export function taskDone(at: Position, result: TaskResult, usage: Usage): Change {
  const used = { ...at.state, usage: sum(at.state.usage, usage) };
  const state = withTaskState(used, [result.taskId], 'done');
  const done = phaseEvent(at.stage, 'progress', { ...taskDetail(result), task_state: 'done' });
  const isLast = state.tasks.every((task) => task.state === 'done');
  if (isLast) {
    const change = enter(at, nextStage(at.stage, 'done'), state, at.steps + 1);
    const all = phaseEvent(at.stage, 'completed', { tasks: state.tasks.length });
    return { ...change, steps: 1, events: [done, all, ...change.events] };
  }
  const launched = launchTasks(state);
  const events = [done, ...launched.events];
  return { ...stay(at, state), ...launched, steps: 1, events };
}

export function reply(at: Position, text: string, now: Date): Change {
  const next = nextStage(at.stage, 'reply');
  const clarification = withRound(at.state.clarification, { reply: text });
  const state = { ...at.state, clarification: withTurn(clarification, 'user', text, now) };
  const change = enter(at, next, state, at.steps);
  return { ...change, events: [phaseEvent(at.stage, 'completed'), ...change.events] };
}

/** The user puts the plan in order, and perhaps approves it; rejects with `conflict` one edit too many. */
export function decidePlan(at: Position, tasks: ResearchTask[], approve: boolean): Change {
  const next = nextStage(at.stage, approve ? 'approve' : 'edit');
  if (!approve) requireEditsLeft(at.state);
  const planEdits = at.state.planEdits + (approve ? 0 : 1);
  const planned = { ...withTasks(at.state, tasks), planEdits };
  const change = enter(at, next, planned, at.steps);
  if (!approve) return change;
  const approved = phaseEvent(at.stage, 'completed', { tasks: tasks.length });
  return { ...change, events: [approved, ...change.events] };
}

export function cancel(at: Position): Change {
  return end(at, 'cancel', { code: 'cancelled', message: 'The research was cancelled.' });
}

export function fail(at: Position, failure: ResearchFailure): Change {
  return end(at, 'fail', failure);
}

function end(at: Position, event: 'cancel' | 'fail', failure: ResearchFailure): Change {
  const stage = nextStage(at.stage, event);
  const run = event === 'cancel' ? 'cancelled' : 'failed';
  return { ...stay(at, at.state), stage, failure, run, events: [failedEvent(failure)] };
}

function stay({ stage }: Position, state: ResearchState): Change {
  return { stage, state, steps: 0, work: [], events: [], run: 'running' };
}

function enter(at: Position, next: Stage, state: ResearchState, steps: number): Change {
  const change = { ...stay(at, state), stage: next };
  if (next === 'complete') {
    return { ...change, events: [completeEvent(state, steps)], run: 'completed' };
  }
  const started = phaseEvent(next, 'started');
  if (isWaiting(next)) {
    const checkpoint = checkpointOf(next, state, at.version + 1);
    return { ...change, checkpoint, events: [started, checkpointEvent(checkpoint)] };
  }
  if (next === 'extract') {
    const launched = launchTasks(state);
    return { ...change, ...launched, events: [started, ...launched.events] };
  }
  const work = [{ key: `${next}-${at.version + 1}`, stage: next }];
  return { ...change, work, events: [started] };
}

function outcomeOf(stage: Stage, state: ResearchState): StageEvent {
  if (stage === 'init' && state.researchQueries.length > 0) return 'skip';
  if (stage === 'process_reply' && state.clarification.isActive) return 'again';
  if (stage === 'collect' && state.tasks.some((task) => task.state !== 'done')) return 'again';
  if (stage === 'collect' && state.outside === undefined) return 'skip';
  if (stage === 'outside' && state.outside?.searches.some((one) => one.state === 'pending'))
    return 'again';
  const mends = state.quality?.isPassed === false && !state.isRemediated;
  if (stage === 'assess' && mends) return 'again';
  return 'done';
}

/** What holds after a step whatever the step did, so that no research goes round for ever. */
function settle(stage: Stage, state: ResearchState): ResearchState {
  if (stage === 'remediate') return { ...state, isRemediated: true };
  if (stage === 'plan') return withTasks(state, state.tasks.slice(0, state.options.maxTasks));
  const { clarification, options } = state;
  const isOver = clarification.iteration >= options.maxIterations;
  if (stage !== 'process_reply' || !clarification.isActive || !isOver) return state;
  const ended = { isActive: false, terminationReason: 'max_iterations' as const };
  return { ...state, clarification: { ...clarification, ...ended } };
}

function checkpointOf(stage: Stage, state: ResearchState, version: number): Checkpoint {
  if (stage === 'awaiting_approval') {
    const { outside } = state;
    const payload = {
      tasks: state.tasks.map(({ id, task, context, origin }) => ({ id, task, context, origin })),
      max_tasks: state.options.maxTasks,
      // The text of these tasks is what will be sent there.
      outside: outside && { services: outside.services, max_searches: MOST_OUTSIDE },
    };
    return { id: `plan-${version}`, type: 'plan_approval', payload };
  }
  const { iteration, rounds } = state.clarification;
  const { questions = [], gaps = [], coverage = 0 } = rounds.at(-1) ?? {};
  const bound = { iteration, max_iterations: state.options.maxIterations };
  const payload = { ...bound, questions, gaps, coverage };
  return { id: `reply-${version}`, type: 'clarification', payload };
}

function sum(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

function launchTasks(state: ResearchState): Pick<Change, 'state' | 'work' | 'events'> {
  const running = state.tasks.filter((task) => task.state === 'running').length;
  const free = Math.max(0, state.options.parallelTasks - running);
  const tasks = state.tasks.filter((task) => task.state === 'pending').slice(0, free);
  const ids = tasks.map(({ id }) => id);
  return {
    state: withTaskState(state, ids, 'running'),
    work: ids.map((id) => ({ key: `task-${id}`, stage: 'extract', taskId: id })),
    events: tasks.map(({ id, task }) =>
      phaseEvent('extract', 'progress', { task_id: id, task, task_state: 'running' }),
    ),
  };
}

function withTaskState(
  { tasks, ...state }: ResearchState,
  ids: readonly number[],
  now: ResearchTask['state'],
): ResearchState {
  return {
    ...state,
    tasks: tasks.map((each) => (ids.includes(each.id) ? { ...each, state: now } : each)),
  };
}

/** Adds proposed tasks in task order, up to the limit, without repetitions: whichever ended first. */
function withFoundTasks(state: ResearchState, results: readonly TaskResult[]): ResearchState {
  const tasks = [...state.tasks];
  let id = state.nextTaskId;
  const known = new Set(tasks.map(({ task }) => comparable(task)));
  for (const { task, context } of results.flatMap(({ newTasks }) => newTasks)) {
    if (tasks.length >= state.options.maxTasks || known.has(comparable(task))) continue;
    known.add(comparable(task));
    tasks.push({ id, task, context, subtasks: [], origin: 'found', state: 'pending' });
    id += 1;
  }
  return withTasks(state, tasks);
}

/** The state with these tasks, and their ids never to be given again. */
function withTasks(state: ResearchState, tasks: ResearchTask[]): ResearchState {
  const nextTaskId = Math.max(state.nextTaskId, ...tasks.map(({ id }) => id + 1));
  return { ...state, tasks, nextTaskId };
}

/** One item of a plan as the user sends it: with an `id` it is one of the plan's own. */
export interface PlanItem {
  id?: number | null;
  task: string;
  context?: string | null;
}

/** How often a plan may be edited without being approved; each time is an event with the whole plan. */
export const MAX_PLAN_EDITS = 100;

/** Rejects with `conflict` when the plan has been edited as often as it may be; approving is always possible. */
function requireEditsLeft({ planEdits }: Pick<ResearchState, 'planEdits'>): void {
  if (planEdits < MAX_PLAN_EDITS) return;
  throw conflict(
    `The plan has been edited ${MAX_PLAN_EDITS} times, as often as it may be. Send it once more as it is to be, with approve: true, or cancel the research.`,
    [{ path: 'approve', message: 'must be true: the plan can be changed only while approving it' }],
  );
}

/** The items in their order, and nothing else; `invalid_request` for none, too many, and ids that are unknown or there twice. */
export function editedTasks(
  { tasks, options, nextTaskId }: Pick<ResearchState, 'tasks' | 'options' | 'nextTaskId'>,
  items: readonly PlanItem[],
): ResearchTask[] {
  const problems = [...sizeProblems(items.length, options.maxTasks), ...idProblems(items, tasks)];
  if (problems.length > 0) {
    const said = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
    throw invalidRequest(`The plan is not valid: ${said}.`, problems);
  }
  let next = nextTaskId;
  return items.map(({ id, task, context }) => {
    const planned = tasks.find((each) => each.id === id);
    const said = { task, context: context ?? planned?.context ?? '' };
    if (planned?.task === said.task && planned.context === said.context) return planned;
    const own = planned ?? { id: next++, state: 'pending' as const };
    return { ...own, ...said, subtasks: [], origin: 'user' };
  });
}

function sizeProblems(count: number, maxTasks: number): ErrorDetail[] {
  const none = 'must have at least one task; to stop, cancel the research';
  if (count > 0 && count <= maxTasks) return [];
  return [{ path: 'tasks', message: count === 0 ? none : `must have at most ${maxTasks} tasks` }];
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
