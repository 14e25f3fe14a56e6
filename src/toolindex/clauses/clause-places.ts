import type { ScoredTool } from '../top-k.js';

/** How well the rows of an index fit one clause of a message. */
export interface ClauseScores {
  /** How much of the clause the catalogue speaks of at all; what is small talk weighs little. */
  weight: number;
  /** From -1 to 1. */
  of: (row: number) => number;
}

/** A candidate; its score is what it is ranked by. */
export type Candidate = ScoredTool & { row: number };

/** So many of the best of the whole message may be placed higher by a clause. */
export const CANDIDATES = 60;
/** So many places are given by clauses; what comes behind is ranked. */
const PLACES = 12;
/** The share of a rank that is that of the clause that fits best. */
const CLAUSE_SHARE = 0.2;
/** What a rank counts beside what a tool adds to the clauses. */
const RANK = 3;

/**
 * Candidates, best first, so that each need of a long message has its place: the next is the one that adds most to
 * what the ones before cover of the clauses, and is ranked high. Of one clause this is the order of ranks.
 */
export function placedByClause(
  candidates: readonly Candidate[],
  clauses: readonly ClauseScores[],
): Candidate[] {
  const most = Math.max(...clauses.map(({ weight }) => weight)) || 1;
  const rated = candidates.map((candidate) => {
    const fits = clauses.map(({ weight, of }) => (weight / most) * Math.max(0, of(candidate.row)));
    const rank = (1 - CLAUSE_SHARE) * candidate.score + CLAUSE_SHARE * Math.max(...fits);
    return { candidate, fits, rank };
  });
  rated.sort((a, b) => b.rank - a.rank || (a.candidate.name < b.candidate.name ? -1 : 1));
  const covered = clauses.map(() => 0);
  const placed: Candidate[] = [];
  while (placed.length < PLACES && rated.length > 0) {
    const gains = rated.map(
      ({ fits, rank }) =>
        RANK * rank +
        fits.reduce((sum, fit, clause) => sum + Math.max(0, fit - (covered[clause] as number)), 0),
    );
    const [next] = rated.splice(gains.indexOf(Math.max(...gains)), 1);
    if (next === undefined) break;
    placed.push(next.candidate);
    next.fits.forEach(
      (fit, clause) => (covered[clause] = Math.max(covered[clause] as number, fit)),
    );
  }
  return [...placed, ...rated.map(({ candidate }) => candidate)];
}
