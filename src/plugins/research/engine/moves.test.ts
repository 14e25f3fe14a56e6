import fc from 'fast-check';
import { property } from '../../../../test/support/property.js';
import { isTerminal } from '../../../agentloop/events.js';
import { thrownBy } from '../../../../test/support/refused.js';
import { anchorOf, resultOf, taskOf } from '../../../../test/support/research-steps.js';
import type { Change, WorkItem } from '../research.model.js';
import { withDefaults, newState, type NewResearch } from '../state-reader.js';
import { isFinal, isWaiting, type Stage } from '../stages.js';
import type { ResearchState } from '../state.js';
import {
  begin,
  cancel,
  decidePlan,
  editedTasks,
  fail,
  MAX_PLAN_EDITS,
  reply,
  stepDone,
  taskDone,
  type PlanItem,
  type Position,
} from './moves.js';

const NOTHING_USED = { inputTokens: 0, outputTokens: 0 };
const asked: NewResearch = { query: 'who?', kb: 'kb', options: withDefaults({ maxIterations: 2 }) };

function at(stage: Stage, more: Partial<ResearchState> = {}): Position {
  return { stage, version: 7, steps: 3, state: { ...newState(asked), ...more } };
}

const found = { queries: [], chunks: [], found: 0, dedupRatio: 0, concepts: [], coverage: 0.5 };
const round = { iteration: 0, ...found, gaps: ['who'], questions: ['Who?'], questionGaps: ['who'] };
const { clarification } = newState(asked);
/** Clarification with this in it after a step. */
const clarified = (stage: Stage, more: object) => {
  const patch = { clarification: { ...clarification, rounds: [round], ...more } };
  return stepDone(at(stage), patch, NOTHING_USED);
};

describe('the way from a step', () => {
  test('after a reply another round begins, unless the step or the limit ends clarification', () => {
    const next = (more: object) => clarified('process_reply', more);
    expect(next({ iteration: 1 }).stage).toBe('generate_queries');
    const ended = { isActive: false, terminationReason: 'user_end' };
    const limited = { isActive: false, terminationReason: 'max_iterations' };
    for (const [more, clarification] of [[ended, ended] as const, [{ iteration: 2 }, limited]])
      expect(next(more)).toMatchObject({ stage: 'finalize', state: { clarification } });
  });

  test('the anchor stays what it was', () => {
    const anchor = anchorOf('who?');
    const moved = { anchor: anchorOf('something else') };
    expect(stepDone(at('plan', { anchor }), moved, NOTHING_USED).state.anchor).toEqual(anchor);
  });
});

describe('what the user is asked', () => {
  test('the questions, with what is known', () => {
    const change = clarified('ask', {});
    expect(change).toMatchObject({ stage: 'awaiting_reply', work: [], run: 'running' });
    const known = { iteration: 0, max_iterations: 2, gaps: ['who'], coverage: 0.5 };
    const payload = { ...known, questions: ['Who?'] };
    expect(change.checkpoint).toEqual({ id: 'reply-8', type: 'clarification', payload });
    const data = { checkpoint_id: 'reply-8', type: 'clarification' };
    expect(change.events.at(-1)).toMatchObject({ type: 'checkpoint', data });
  });

  test('a plan that is only edited is asked about again, under a new id', () => {
    const edited = decidePlan(at('awaiting_approval', { tasks: [taskOf(1)] }), [taskOf(2)], false);
    expect(edited).toMatchObject({ stage: 'awaiting_approval', work: [] });
    expect(edited.checkpoint).toMatchObject({ id: 'plan-8', payload: { tasks: [{ id: 2 }] } });
  });

  test('a task that was taken out leaves its id to nobody, edited or found', () => {
    const three = { tasks: [taskOf(1), taskOf(2), taskOf(3)], nextTaskId: 4 };
    const without = decidePlan(at('awaiting_approval', three), [taskOf(1)], false).state;
    const edited = editedTasks(without, [{ id: 1, task: 'task 1' }, { task: 'mine' }]);
    expect(edited.map(({ id }) => id)).toEqual([1, 4]);
    const kept = decidePlan(at('awaiting_approval', without), [taskOf(1)], true).state;
    const found = stepDone(at('collect', kept), {}, NOTHING_USED, [resultOf(taskOf(1))]).state;
    expect([found.tasks.map(({ id }) => id), found.nextTaskId]).toEqual([[1, 4], 5]);
  });

  test('a plan can be edited only so often without being approved, and then approved', () => {
    let { state } = at('awaiting_approval', { tasks: [taskOf(1)] });
    const edit = (approve: boolean) =>
      decidePlan(at('awaiting_approval', state), state.tasks, approve);
    for (let edits = 0; edits < MAX_PLAN_EDITS; edits += 1) state = edit(false).state;
    const message = expect.stringContaining('approve: true');
    expect(() => edit(false)).toThrow(expect.objectContaining({ code: 'conflict', message }));
    expect(edit(true).stage).toBe('extract');
  });
});

describe('tasks', () => {
  const options = withDefaults({ parallelTasks: 2, maxTasks: 4 });
  const tasks = [taskOf(1), taskOf(2), taskOf(3)];

  test('begin as many at once as may, the next when one is done, and are collected after the last', () => {
    const change = decidePlan(at('awaiting_approval', { options, tasks }), tasks, true);
    expect(change.work.map(({ taskId }) => taskId)).toEqual([1, 2]);
    expect(change.state.tasks.map(({ state }) => state)).toEqual(['running', 'running', 'pending']);
    const second = taskDone(at('extract', change.state), resultOf(taskOf(2)), NOTHING_USED);
    expect(second).toMatchObject({ stage: 'extract', work: [{ taskId: 3 }] });
    const third = taskDone(at('extract', second.state), resultOf(taskOf(3)), NOTHING_USED);
    expect(third).toMatchObject({ stage: 'extract', work: [] });
    const first = taskDone(at('extract', third.state), resultOf(taskOf(1)), NOTHING_USED);
    expect(first).toMatchObject({ stage: 'collect', work: [{ stage: 'collect' }] });
  });

  test('that were proposed are added up to the limit, without repetitions, and done next', () => {
    const done = tasks.map(({ id }) => taskOf(id, { state: 'done' }));
    const newTasks = ['TASK  2', 'new a', 'new b'].map((task) => ({ task, context: '' }));
    const results = [{ ...resultOf(taskOf(1)), newTasks }];
    const stands = at('collect', { options, tasks: done, nextTaskId: 4 });
    const change = stepDone(stands, {}, NOTHING_USED, results);
    const work = [{ key: 'task-4', stage: 'extract', taskId: 4 }];
    expect(change).toMatchObject({ stage: 'extract', dropsResults: true, work });
    expect(change.state.tasks.slice(3)).toMatchObject([{ id: 4, task: 'new a', origin: 'found' }]);
    const last = change.state.tasks.map(({ id }) => taskOf(id, { state: 'done' }));
    const ended = at('collect', { ...change.state, tasks: last });
    expect(stepDone(ended, {}, NOTHING_USED, []).stage).toBe('validate');
  });
});

/** A research as the store keeps it, changed by moves only. */
class Model {
  position: Position;
  events: Change['events'][number][] = [];
  open: WorkItem[];
  runs: string[] = [];

  constructor(research: NewResearch) {
    const change = begin(newState(research));
    this.position = { stage: change.stage, version: 1, steps: 0, state: change.state };
    this.open = [...change.work];
    this.take(change, 0);
  }

  take(change: Change, version: number): void {
    const { stage, state } = change;
    const steps = this.position.steps + change.steps;
    this.position = { stage, state, version: version + 1, steps };
    this.events.push(...change.events);
    this.runs.push(change.run);
    if (change.run !== 'running') this.open = [];
    else if (version > 0) this.open.push(...change.work);
  }

  /** False when the move is refused, which changes nothing. */
  try(move: (position: Position) => Change): boolean {
    try {
      this.take(move(this.position), this.position.version);
      return true;
    } catch {
      return false;
    }
  }
}

/** One thing that happens; the number and the flags choose among the ways of work. */
const kind = fc.oneof(
  { weight: 20, arbitrary: fc.constant('work' as const) },
  { weight: 9, arbitrary: fc.constantFrom('reply', 'approve', 'edit') },
  { weight: 1, arbitrary: fc.constantFrom('cancel', 'fail') },
);
const happening = fc.record({ kind, pick: fc.nat(), ends: fc.boolean(), passes: fc.boolean() });
type Happening = { pick: number; ends: boolean; passes: boolean };

function workDone(model: Model, { pick, ends, passes }: Happening): void {
  const item = model.open[pick % Math.max(1, model.open.length)];
  if (item === undefined) return;
  model.open = model.open.filter((other) => other !== item);
  const { state } = model.position;
  const iteration = state.clarification.iteration + 1;
  const goesOn = { ...state.clarification, iteration, rounds: [round] };
  const patches: Partial<Record<Stage, Partial<ResearchState>>> = {
    process_reply: { clarification: { ...goesOn, isActive: !ends } },
    plan: { tasks: [taskOf(1), taskOf(2), taskOf(3)] },
    assess: { quality: { dimensions: [], total: 0, threshold: 1, isPassed: passes } },
  };
  const found = state.tasks.find(({ id }) => id === item.taskId);
  const done = model.try((position) =>
    found === undefined
      ? stepDone(position, patches[item.stage] ?? {}, NOTHING_USED, [resultOf(taskOf(1))])
      : taskDone(position, resultOf(found), NOTHING_USED),
  );
  expect(done).toBe(true);
}

property(
  'whatever happens: one end at most, nothing after it, no reply lost, work wherever nobody is asked',
  [fc.array(happening, { maxLength: 60 }), fc.constantFrom({}, { researchQueries: ['a query'] })],
  { numRuns: 500 },
  (happenings, given) => {
    const model = new Model({ ...asked, ...given });
    const replies: string[] = [];
    for (const [number, what] of happenings.entries()) {
      const { stage } = model.position;
      const text = `reply ${number}`;
      const moves = {
        reply: (position: Position) => reply(position, text, new Date(0)),
        approve: (position: Position) => decidePlan(position, position.state.tasks, true),
        edit: (position: Position) => decidePlan(position, position.state.tasks, false),
        cancel,
        fail: (position: Position) => fail(position, { code: 'internal', message: 'broken' }),
      };
      if (what.kind === 'work') workDone(model, what);
      else if (model.try(moves[what.kind]) && what.kind === 'reply') replies.push(text);
      if (isFinal(stage)) expect(model.position.stage).toBe(stage);
      const isWorking = !isFinal(model.position.stage) && !isWaiting(model.position.stage);
      expect(model.open.length > 0).toBe(isWorking);
    }
    const said = model.position.state.clarification.conversation.map(({ text }) => text);
    expect(said).toEqual(replies);
    const ends = model.events.filter(isTerminal).length;
    expect(ends).toBe(isFinal(model.position.stage) ? 1 : 0);
    expect(model.runs.filter((run) => run !== 'running')).toHaveLength(ends);
    if (ends === 1) expect(isTerminal(model.events.at(-1)!)).toBe(true);
  },
);

describe('an edited plan', () => {
  const task = (id: number) => taskOf(id, { context: `context ${id}`, subtasks: ['part'] });
  const options = withDefaults({ maxTasks: 4 });
  const plan = { tasks: [task(1), task(2), task(3)], nextTaskId: 4, options };
  const edit = (items: PlanItem[]) => editedTasks(plan, items);

  test('keeps, edits, reorders, removes and adds', () => {
    const other = { task: 'other', context: 'why' };
    const more = { task: 'mine too', context: 'here' };
    const edited = edit([{ task: 'mine' }, { id: 3, task: 'task 3' }, { id: 1, ...other }, more]);
    const own = { subtasks: [], origin: 'user', state: 'pending' };
    expect(edited).toEqual([
      { id: 4, task: 'mine', context: '', ...own },
      task(3),
      { id: 1, ...other, ...own },
      { id: 5, ...more, ...own },
    ]);
  });

  test.each<[string, PlanItem[], string, RegExp]>([
    ['an empty plan', [], 'tasks', /cancel the research/],
    ['too many', Array.from({ length: 5 }, () => ({ task: 'x' })), 'tasks', /at most 4/],
    ['an unknown id', [{ id: 9, task: 'x' }], 'tasks[0].id', /no task of the plan/],
    ['an id twice', ['x', 'y'].map((one) => ({ id: 1, task: one })), 'tasks[1].id', /twice/],
  ])('refuses: %s', (_name, items, path, message) => {
    const details = [{ path, message: expect.stringMatching(message) }];
    expect(thrownBy(() => edit(items))).toMatchObject({ code: 'invalid_request', details });
  });
});
