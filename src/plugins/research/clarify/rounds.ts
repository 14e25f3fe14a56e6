import type { Clarification, ClarificationRound, ResearchState } from '../state.js';

/** A round before anything was found in it. */
export function newRound(iteration: number, queries: string[]): ClarificationRound {
  return {
    iteration,
    queries,
    chunks: [],
    found: 0,
    dedupRatio: 0,
    concepts: [],
    gaps: [],
    coverage: 0,
    questions: [],
    questionGaps: [],
  };
}

/** The round under way. Throws when there is none: the steps were done out of order. */
export function currentRound({ clarification }: Pick<ResearchState, 'clarification'>) {
  const round = clarification.rounds.at(-1);
  if (round === undefined) throw new Error('clarification has no round yet');
  return round;
}

/** The clarification with fields of its last round set. */
export function withRound(
  clarification: Clarification,
  fields: Partial<ClarificationRound>,
): Clarification {
  const last = clarification.rounds.length - 1;
  return {
    ...clarification,
    rounds: clarification.rounds.map((round, at) =>
      at === last ? { ...round, ...fields } : round,
    ),
  };
}
