/** One way's hits, best first. */
interface RankedHits {
  hits: readonly { id: string; score: number }[];
  /** What this way's best hit adds to a score. */
  weight: number;
}

/**
 * Joins hits of several ways: each way's scores are stretched to 0..1 between its worst and best hit and
 * added by weight. What one way did not find gets nothing from it. Best first, equal ones by id.
 */
export function fuse(ways: readonly RankedHits[]): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  for (const { hits, weight } of ways) {
    const best = Math.max(...hits.map(({ score }) => score));
    const worst = Math.min(...hits.map(({ score }) => score), best);
    for (const { id, score } of hits) {
      const share = best === worst ? 1 : (score - worst) / (best - worst);
      scores.set(id, (scores.get(id) ?? 0) + weight * share);
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** What is joined of a passage. */
interface Ranked {
  chunkId: string;
  score: number;
  why: string;
  parts: { cited?: string };
}

/** How soon a later rank adds little. */
const SMOOTH = 3;
/** What a rank in a variant's passages counts beside one in the question's own: alone none moves the question's best. */
const VARIANT = 0.7;

/**
 * Passages of a question and of its variants, joined by their ranks. What the question cites stays first; a passage
 * keeps the best score that it got, but none above that of a passage before it.
 */
export function joinVariants<Passage extends Ranked>(
  own: readonly Passage[],
  others: readonly { query: string; passages: readonly Passage[] }[],
): Passage[] {
  const joined = new Map<string, { passage: Passage; rank: number }>();
  const add = (passage: Passage, rank: number) => {
    const before = joined.get(passage.chunkId);
    const score = Math.max(passage.score, before?.passage.score ?? 0);
    joined.set(passage.chunkId, {
      passage: { ...(before?.passage ?? passage), score },
      rank: rank + (before?.rank ?? 0),
    });
  };
  own.forEach((passage, at) => {
    add(passage, (passage.parts.cited === undefined ? 0 : 1) + 1 / (SMOOTH + at + 1));
  });
  for (const { query, passages } of others) {
    passages.forEach((passage, at) => {
      const why = `in other words: ${query}; ${passage.why}`;
      add({ ...passage, why }, VARIANT / (SMOOTH + at + 1));
    });
  }
  let most = 1;
  return [...joined.values()]
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ passage }) => {
      most = Math.min(most, passage.score);
      return { ...passage, score: most };
    });
}
