/** So many of the best scores are looked at: three tell more than the best alone (docs/selection.md). */
const LOOKED_AT = 3;

/** What a search found for a message. */
interface Ranked {
  matches: readonly { score: number }[];
  /** How much of the message the catalogue speaks of at all, from 0 to 1; absent: all. */
  known?: number;
}

/**
 * Whether probably no tool fits a message: its fit is below `fitScore`. Never so where that is 0, which switches
 * it off, or where there are fewer tools than are looked at.
 */
export function noneFits(ranked: Ranked, fitScore: number): boolean {
  return fitScore > 0 && ranked.matches.length >= LOOKED_AT && fitOf(ranked) < fitScore;
}

/**
 * How well the tools of a catalogue fit a message: the mean of its best scores, times how much of what it says the
 * catalogue speaks of at all. A score leaves out the words that no tool has; here they count.
 */
export function fitOf({ matches, known = 1 }: Ranked): number {
  return known * meanOfBest(matches.map(({ score }) => score));
}

/** The mean of the best few scores. */
export function meanOfBest(scores: readonly number[], count = LOOKED_AT): number {
  const best = [...scores].sort((a, b) => b - a).slice(0, count);
  return best.reduce((sum, score) => sum + score, 0) / Math.max(1, best.length);
}
