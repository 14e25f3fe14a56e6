import type { OutsideLookup } from '../../knowledge/outside/services/outside-sources.js';
import type { Models } from '../../llm/models.js';
import type { LlmProvider } from '../../llm/types.js';
import * as clarify from './clarify/clarify-steps.js';
import { languageOf, anchorOf, knownPassages } from './clarify/inquiry.js';
import { validate } from './synthesis/validate-step.js';
import { collect } from './extract/entries.js';
import { doTask } from './extract/do-task.js';
import { OpeningNames } from './extract/library.js';
import { Judge } from './judge/judge.js';
import { assess } from './sources/assess-step.js';
import { attribute } from './sources/attribute-step.js';
import { searchOutside } from './outside/search-outside.js';
import type { ResearchState } from './state.js';
import type { JudgedStep, ResearchSteps, StepTools } from './research-step.js';
import { remediate, synthesize } from './synthesis/synthesize-step.js';

/**
 * The steps of a research: the small model judges and is asked whether statements follow from their sources, the large
 * one writes the report, and `lookups` are what can be searched outside.
 */
export function createResearchSteps(
  { small, large }: Pick<Models, 'small' | 'large'>,
  lookups: readonly OutsideLookup[],
): ResearchSteps {
  const names = new OpeningNames();
  const judgeFor = (
    by: LlmProvider,
    state: Readonly<ResearchState>,
    tools: StepTools,
    signal: AbortSignal,
  ) => {
    signal.throwIfAborted();
    return new Judge(by, languageOf(state), { signal, spend: (usage) => tools.spend(usage) });
  };
  /** Gives a step its judge, and what that is to tell to the report. */
  const judged =
    (step: JudgedStep, by = small): ResearchSteps['init'] =>
    async (state, tools, signal) => {
      const judge = judgeFor(by, state, tools, signal);
      const patch = await step(state, tools, judge);
      return { ...patch, notes: judge.notes(state.notes) };
    };
  return {
    init: judged(clarify.init),
    generate_queries: judged(clarify.generateQueries),
    retrieve: judged(clarify.retrieve),
    analyze: judged(clarify.analyze),
    ask: judged(clarify.ask),
    process_reply: judged(clarify.processReply),
    finalize: judged(clarify.finalize),
    plan: judged(plan),
    extract: (state, task, tools, signal) =>
      doTask(state, task, tools, judgeFor(small, state, tools, signal), names),
    collect,
    outside: (state, _tools, signal) => searchOutside(state, lookups, signal),
    validate: judged(validate),
    synthesize: judged(synthesize, large),
    assess: judged(assess),
    remediate: judged(remediate, large),
    attribute: judged(attribute),
  };
}

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
