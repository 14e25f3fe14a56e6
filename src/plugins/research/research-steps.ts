import type { OutsideLookup } from '../../knowledge/outside/services/outside-sources.js';
import type { Models } from '../../llm/models.js';
import type { LlmProvider } from '../../llm/types.js';
import { AppError } from '../../foundation/errors.js';
import * as clarify from './clarify/clarify-steps.js';
import { languageOf, anchorOf, knownPassages } from './clarify/inquiry.js';
import { validate, remediate, synthesize } from './synthesis/synthesize-step.js';
import { collect } from './extract/entries.js';
import { doTask } from './extract/do-task.js';
import { OpeningNames } from './extract/library.js';
import { Judge } from './judge/judge.js';
import { assess } from './sources/assess-step.js';
import { attribute } from './sources/attribute-step.js';
import type { ResearchState, OutsideSearch } from './state.js';
import type { JudgedStep, ResearchSteps, StepTools } from './steps.js';

/** The small model judges, the large one writes the report; `lookups` are what can be searched outside. */
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

const MOST = 5;

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

export const MOST_OUTSIDE = 6;
const RESULTS = 5;

/**
 * The next search outside: each task that a person approved, by its own words, in each service, as far as the limit goes. One a
 * step, so that a crash repeats one at most; a service that fails is told of, and costs nothing else.
 */
export async function searchOutside(
  state: Readonly<ResearchState>,
  lookups: readonly OutsideLookup[],
  signal: AbortSignal,
): Promise<Pick<ResearchState, 'outside'>> {
  const { outside } = state;
  if (outside === undefined) return {};
  const searches = outside.searches.length > 0 ? outside.searches : plannedSearches(state, lookups);
  const next = searches.findIndex((search) => search.state === 'pending');
  const pending = searches[next];
  if (pending === undefined) return { outside: { ...outside, searches: [...searches] } };
  const done = await search(pending, lookups, signal);
  return { outside: { ...outside, searches: searches.with(next, done) } };
}

/** The first task in each service, then the second one: so that the limit leaves no service out. */
function plannedSearches(
  { tasks }: Readonly<ResearchState>,
  lookups: readonly OutsideLookup[],
): OutsideSearch[] {
  const approved = tasks.filter(({ origin }) => origin !== 'found');
  return approved
    .flatMap(({ task }) => lookups.map(({ service }) => ({ service, query: task })))
    .slice(0, MOST_OUTSIDE)
    .map((each) => ({ ...each, state: 'pending', results: [] }));
}

async function search(
  { service, query }: OutsideSearch,
  lookups: readonly OutsideLookup[],
  signal: AbortSignal,
): Promise<OutsideSearch> {
  const lookup = lookups.find((each) => each.service === service);
  const failed = (error: string): OutsideSearch => {
    return { service, query, state: 'failed', error, results: [] };
  };
  if (lookup === undefined) return failed(`${service} is not configured on this server any more.`);
  try {
    const results = await lookup.search(query, RESULTS, signal);
    return { service, query, state: 'done', results };
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return failed(error.message);
  }
}
