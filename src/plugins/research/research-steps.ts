import * as clarify from './clarify/clarify-steps.js';
import { finalize } from './clarify/finalize.js';
import { languageOf } from './clarify/inquiry.js';
import { validate } from './drift/validate-step.js';
import { collect } from './extract/collect.js';
import { doTask } from './extract/do-task.js';
import { OpeningNames } from './extract/library.js';
import type { Judge } from './judge/judge.js';
import { Judging } from './judge/judging.js';
import { plan } from './plan/plan-step.js';
import { assess } from './quality/assess-step.js';
import { attribute } from './sources/attribute-step.js';
import type { OutsideLookup } from '../../knowledge/outside/services/outside-lookups.js';
import { searchOutside } from './outside/search-outside.js';
import type { LlmProvider } from '../../llm/types.js';
import type { ResearchState } from './state.js';
import type { ResearchSteps, StepTools } from './research-step.js';
import { remediate, synthesize } from './synthesis/synthesize-step.js';

/**
 * The steps of a research, with a judge for every place that needs one; `writer` writes the report, `checker` is asked
 * whether its statements follow from their sources, and `lookups` are what can be searched outside.
 */
export function createResearchSteps(
  judge: Judge,
  writer: Judge = judge,
  checker?: LlmProvider,
  lookups: readonly OutsideLookup[] = [],
): ResearchSteps {
  const names = new OpeningNames();
  const begin = (
    state: Readonly<ResearchState>,
    tools: StepTools,
    signal: AbortSignal,
    by: Judge = judge,
  ) => {
    signal.throwIfAborted();
    const spend = (usage: Parameters<StepTools['spend']>[0]) => tools.spend(usage);
    return new Judging(by, languageOf(state), { signal, spend });
  };
  /** Gives a step its judging, and what that is to tell to the report. */
  const judged =
    <P extends object>(
      step: (state: Readonly<ResearchState>, tools: StepTools, judging: Judging) => Promise<P>,
      by: Judge = judge,
    ) =>
    async (state: Readonly<ResearchState>, tools: StepTools, signal: AbortSignal) => {
      const judging = begin(state, tools, signal, by);
      const patch = await step(state, tools, judging);
      return { ...patch, notes: judging.notes(state.notes) };
    };
  return {
    init: judged(clarify.init),
    generateQueries: judged(clarify.generateQueries),
    retrieve: judged(clarify.retrieve),
    analyze: judged(clarify.analyze),
    ask: judged(clarify.ask),
    processReply: judged(clarify.processReply),
    finalize: judged(finalize),
    plan: judged(plan),
    extract: (state, task, tools, signal) =>
      doTask(state, task, tools, begin(state, tools, signal), names),
    collect,
    outside: (state, _tools, signal) => searchOutside(state, lookups, signal),
    validate: judged(validate),
    synthesize: judged(synthesize, writer),
    assess: judged(assess),
    remediate: judged(remediate, writer),
    attribute: judged((state, tools, judging) => attribute(state, tools, judging, checker)),
  };
}
