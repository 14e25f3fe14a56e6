import { anchorOf, knownPassages } from '../clarify/inquiry.js';
import type { Judge } from '../judge/judge.js';
import type { ResearchState, ResearchTask } from '../state.js';
import type { StepTools } from '../research-step.js';

/** A plan begins with so many tasks at most. */
const MOST = 5;

/** Proposes the tasks. */
export async function plan(
  state: Readonly<ResearchState>,
  tools: StepTools,
  judge: Judge,
): Promise<{ tasks: ResearchTask[] }> {
  const planned = await judge.ask('plan', {
    anchor: anchorOf(state),
    researchQueries: state.researchQueries,
    contextSummary: state.additionalContext,
    passages: await knownPassages(state, tools),
  });
  const tasks = planned
    .slice(0, Math.min(MOST, state.options.maxTasks))
    .map(({ task, context, subtasks = [] }, at) => ({
      id: at + 1,
      task,
      context,
      subtasks,
      origin: 'plan' as const,
      state: 'pending' as const,
    }));
  return { tasks };
}
