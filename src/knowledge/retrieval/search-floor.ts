import type { Embedder } from '../../toolindex/embedder.js';
import { queryTerms } from './query-terms.js';

/** What the two ways of a search found. */
interface FoundByWays {
  byWords: readonly { words: readonly unknown[] }[];
  /** Best first. */
  byVectors: readonly { score: number }[];
}

/**
 * Whether what a search found is only the nearest of what has nothing to do with the query: no meaning comes up to the
 * embedder's floor, and no text has all of the query's words. False where vectors say nothing, or the floor is not known.
 */
export function isBelowFloor(
  query: string,
  { byWords, byVectors }: FoundByWays,
  embedder: Pick<Embedder, 'searchFloor'> | undefined,
): boolean {
  const [nearest] = byVectors;
  const floor = embedder?.searchFloor;
  if (floor === undefined || nearest === undefined || nearest.score >= floor) return false;
  const terms = new Set(queryTerms(query, []).map(({ term }) => term)).size;
  return byWords.every(({ words }) => words.length < terms);
}
