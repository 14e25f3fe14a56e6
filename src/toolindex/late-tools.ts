import type { QueryScores, Scores, SearchOptions } from './query-scores.js';
import type { ScoredTool } from './top-k.js';

/**
 * The scores of an index that does not know the latest tools, joined with those of words, which know all: a tool
 * without a vector stands at the place that its words give it among all tools. Its score is that of the words.
 */
export function withLateTools(
  known: QueryScores,
  words: QueryScores,
  isLate: (name: string) => boolean,
): Scores {
  return {
    of: (name) => (isLate(name) ? words.of(name) : known.of(name)),
    rankOf: (name) => (isLate(name) ? words.rankOf(name) : known.rankOf(name)),
    known: words.known,
    top: (options) => joined(known.top(options), lateOf(words, options, isLate), options.topK),
  };
}

type Placed = ScoredTool & { place: number };

function lateOf(
  words: QueryScores,
  options: SearchOptions,
  isLate: (name: string) => boolean,
): Placed[] {
  return words
    .top({ ...options, minScore: 0 })
    .map((tool, place) => ({ ...tool, place }))
    .filter(({ name, score }) => score > 0 && isLate(name));
}

function joined(known: readonly ScoredTool[], late: readonly Placed[], topK: number): ScoredTool[] {
  const all: ScoredTool[] = [...known];
  for (const { place, ...tool } of late) all.splice(place, 0, tool);
  return all.slice(0, topK);
}
