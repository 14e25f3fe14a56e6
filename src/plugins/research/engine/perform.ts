import type { Usage } from '../../../llm/types.js';
import type { Change, StoredResearch, TakenWork } from '../research.model.js';
import type { Stage } from '../stages.js';
import type { ResearchState, TaskResult } from '../state.js';
import type { ResearchSteps, Step, StepTools } from '../research-step.js';
import { stepDone, taskDone } from './moves.js';

/** What a piece of work comes to: the change it makes, and what a task keeps for later. */
export interface Performed {
  decide: (research: StoredResearch) => Change;
  result?: TaskResult;
}

/** What a step needs beside the research. */
export interface PerformWith {
  steps: ResearchSteps;
  tools: StepTools;
  /** Filled by the step while it runs. */
  usage: Usage;
  /** What the finished tasks of the round brought. */
  results(): Promise<TaskResult[]>;
  signal: AbortSignal;
}

/** Does a piece of work; rejects with what the step rejects with. */
export async function perform(
  work: TakenWork,
  research: StoredResearch,
  given: PerformWith,
): Promise<Performed> {
  if (work.taskId !== undefined) return performTask(work.taskId, research, given);
  const { steps, tools, usage, signal } = given;
  if (work.stage === 'collect') {
    const results = await given.results();
    const patch = steps.collect(research.state, results);
    return { decide: (at) => stepDone(at, patch, usage, results) };
  }
  const patch = await stepOf(steps, work.stage)(research.state, tools, signal);
  return { decide: (at) => stepDone(at, patch, usage) };
}

async function performTask(
  taskId: number,
  { state }: StoredResearch,
  { steps, tools, usage, signal }: PerformWith,
): Promise<Performed> {
  const task = state.tasks.find(({ id }) => id === taskId);
  if (task === undefined) throw new Error(`the plan has no task ${taskId}`);
  const result = await steps.extract(state, task, tools, signal);
  return { result, decide: (at) => taskDone(at, result, usage) };
}

function stepOf(steps: ResearchSteps, stage: Stage): Step<Partial<ResearchState>> {
  const byStage: Partial<Record<Stage, Step<Partial<ResearchState>>>> = {
    init: steps.init,
    generate_queries: steps.generateQueries,
    retrieve: steps.retrieve,
    analyze: steps.analyze,
    ask: steps.ask,
    process_reply: steps.processReply,
    finalize: steps.finalize,
    plan: steps.plan,
    outside: steps.outside,
    validate: steps.validate,
    synthesize: steps.synthesize,
    assess: steps.assess,
    remediate: steps.remediate,
    attribute: steps.attribute,
  };
  const step = byStage[stage];
  if (step === undefined) throw new Error(`no work is done at ${stage}`);
  return step;
}
