/** So many of the best scores are looked at: three tell more than the best alone (docs/selection.md). */
const LOOKED_AT = 3;

/**
 * Whether probably no tool fits a message: the mean of its best scores is below `fitScore`. Never so where that is 0,
 * which switches it off, or where there are fewer tools than are looked at.
 */
export function noneFits(scores: readonly number[], fitScore: number): boolean {
  if (fitScore === 0 || scores.length < LOOKED_AT) return false;
  return meanOfBest(scores) < fitScore;
}

/** How well the tools of a catalogue fit a message, by their scores. */
export function meanOfBest(scores: readonly number[]): number {
  const best = [...scores].sort((a, b) => b - a).slice(0, LOOKED_AT);
  return best.reduce((sum, score) => sum + score, 0) / Math.max(1, best.length);
}
