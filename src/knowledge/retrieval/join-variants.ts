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
