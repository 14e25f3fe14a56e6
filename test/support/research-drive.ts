import {
  begin,
  decidePlan,
  reply,
  stepDone,
  taskDone,
  type PlanItem,
  editedTasks,
} from '../../src/plugins/research/engine/moves.js';
import type { Change } from '../../src/plugins/research/research.model.js';
import type { ResearchState, ResearchTask, TaskResult } from '../../src/plugins/research/state.js';
import type { ResearchSteps, StepTools } from '../../src/plugins/research/research-step.js';

/** What a research is driven with. */
export interface Drive {
  steps: ResearchSteps;
  tools: StepTools;
  /** The user's reply to a round, from 0. */
  reply(iteration: number, state: ResearchState): string;
  /** The plan as the user sends it back; without it as it was proposed. */
  plan?(tasks: readonly ResearchTask[]): PlanItem[];
  /** Called after each step, with the stage it was done at. */
  after?(stage: string, state: ResearchState): void;
}

/** What a drive needs between two moves. */
interface Seat {
  change: Change;
  version: number;
  done: number;
  results: TaskResult[];
}

const signal = new AbortController().signal;
const nothing = { inputTokens: 0, outputTokens: 0 };

/** Drives a research to its end by the engine's own moves, in memory, one step after the other. */
export async function driveResearch(first: ResearchState, drive: Drive): Promise<ResearchState> {
  const seat: Seat = { change: begin(first), version: 1, done: 0, results: [] };
  while (seat.change.run === 'running') {
    const { stage, work } = seat.change;
    seat.change = await nextChange(seat, drive);
    seat.version += 1;
    seat.done += seat.change.steps;
    drive.after?.(stage, seat.change.state);
    if (seat.change.dropsResults) seat.results = [];
    // What was launched before and not done yet continues beside what is launched now.
    if (stage === 'extract') {
      seat.change = { ...seat.change, work: [...work.slice(1), ...seat.change.work] };
    }
  }
  const { failure, state } = seat.change;
  if (failure !== undefined) throw new Error(`the research failed: ${failure.message}`);
  return state;
}

async function nextChange(seat: Seat, drive: Drive): Promise<Change> {
  const { change, version, done: steps } = seat;
  const { stage, state } = change;
  const at = { stage, version, state, steps };
  if (stage === 'awaiting_reply') {
    return reply(at, drive.reply(state.clarification.iteration, state), drive.tools.now);
  }
  if (stage === 'awaiting_approval') {
    return decidePlan(at, editedTasks(state, drive.plan?.(state.tasks) ?? state.tasks), true);
  }
  if (stage === 'extract') {
    const [item] = change.work;
    const task = state.tasks.find(({ id }) => id === item?.taskId);
    if (task === undefined) throw new Error('no task is to be done');
    const result = await drive.steps.extract(state, task, drive.tools, signal);
    seat.results.push(result);
    return taskDone(at, result, nothing);
  }
  if (stage === 'collect') {
    return stepDone(at, drive.steps.collect(state, seat.results), nothing, seat.results);
  }
  return stepDone(at, await stepOf(drive.steps, stage)(state, drive.tools, signal), nothing);
}

function stepOf(steps: ResearchSteps, stage: string) {
  const byStage = steps as unknown as Record<
    string,
    (state: ResearchState, tools: StepTools, signal: AbortSignal) => Promise<Partial<ResearchState>>
  >;
  const step = byStage[stage];
  if (step === undefined) throw new Error(`nothing is done at ${stage}`);
  return step;
}
