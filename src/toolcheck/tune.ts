import type { Embedder } from '../toolindex/embedder.js';
import { measureExamples, type CheckedTool, type HeldOutFigures } from './held-out.js';

/** What selection comes to with one share of words, by examples that were left out. */
export interface ShareFigures extends Omit<HeldOutFigures, 'first'> {
  /** The share of words in a rank; undefined: what is built in. */
  share: number | undefined;
}

/** Finer steps change less than the examples of a catalogue can tell. */
const SHARES = [0, 0.15, 0.3, 0.5, 0.7, 0.85] as const;

/** Measures selection with each share of words, by examples that the index does not hold; the embedder as it is first. */
export async function tryShares(
  tools: readonly CheckedTool[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<ShareFigures[]> {
  const figures: ShareFigures[] = [];
  for (const share of [undefined, ...SHARES]) {
    const found = await measureExamples(tools, embedder, { wordsShare: share, signal });
    figures.push({ share, ...found });
  }
  return figures;
}

/** Standard errors: several shares are tried, and one of them is always ahead by chance. */
const CERTAINTY = 2;

/** The best figures; the embedder as it is stays where no share finds more beyond what chance explains. */
export function bestShare([asItIs, ...others]: readonly ShareFigures[]): ShareFigures | undefined {
  const best = others.toSorted((a, b) => b.found - a.found)[0];
  if (asItIs === undefined || best === undefined) return asItIs ?? best;
  const rate = best.found / Math.max(1, best.examples);
  const error = Math.sqrt(best.examples * rate * (1 - rate));
  return best.found - asItIs.found > CERTAINTY * error ? best : asItIs;
}

/** The fit that the examples stay above, but for such a share of them. */
export function fitLosing({ fits }: ShareFigures, loss: number): number {
  return Math.max(0, fits[Math.floor(fits.length * loss)] ?? 0);
}
