import { defined } from '../../../foundation/defined.js';
import type { Judging } from '../judge/judging.js';
import type { QueryAnchor, ResearchState } from '../state.js';
import type { ResearchSteps, StepTools } from '../research-step.js';
import { analysisOf } from './clarify-steps.js';
import { inquiryOf, knownPassages, languageOf } from './inquiry.js';

const MAX_QUERIES = 3;

/** Ends clarification: from here on everything is held against the anchor that is made here. */
export async function finalize(
  state: Readonly<ResearchState>,
  tools: StepTools,
  judging: Judging,
): Promise<Awaited<ReturnType<ResearchSteps['finalize']>>> {
  const isSkipped = state.researchQueries.length > 0;
  const passages = await knownPassages(state, tools);
  const facts = await judging.ask('anchor', { ...inquiryOf(state), passages });
  const analysis = analysisOf(state);
  const { refinements } = analysis;
  const anchor: QueryAnchor = {
    originalQuery: state.query,
    detectedLanguage: languageOf(state),
    keyEntities: facts.keyEntities,
    scope: facts.scope,
    refinements,
    createdAt: tools.now.toISOString(),
  };
  return {
    clarification: {
      ...state.clarification,
      isActive: false,
      ...defined({ terminationReason: isSkipped ? ('skipped' as const) : undefined }),
    },
    queryAnalysis: {
      ...analysis,
      entities: facts.keyEntities,
      scope: facts.scope,
      clarificationNeeded: false,
    },
    anchor,
    researchQueries: isSkipped
      ? state.researchQueries
      : facts.researchQueries.slice(0, MAX_QUERIES),
    additionalContext: [...refinements, facts.contextSummary].filter(Boolean).join('\n'),
    clarificationSummary: facts.contextSummary,
  };
}
