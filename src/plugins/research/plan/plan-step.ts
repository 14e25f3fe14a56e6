import { anchorOf, knownPassages } from '../clarify/inquiry.js';
import type { JudgedStep } from '../research-step.js';

/** A plan begins with so many tasks at most. */
const MOST = 5;

/** Proposes the tasks. */
export const plan: JudgedStep = async (state, tools, judge) => {
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
};
