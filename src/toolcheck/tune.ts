import { setImmediate as nextTurn } from 'node:timers/promises';
import { fitOf } from '../agentloop/none-fits.js';
import type { Embedder } from '../toolindex/embedder.js';
import { embedAll } from '../toolindex/document-vectors.js';
import { ToolIndex } from '../toolindex/tool-index.js';
import { heldOutDocuments, roundsOf, type CheckedTool } from './held-out.js';

/** What selection comes to with one share of words, by examples that were left out. */
export interface ShareFigures {
  /** The share of words in a rank; undefined: what is built in. */
  share: number | undefined;
  examples: number;
  /** How many found their tool among the best six. */
  found: number;
  /** How well the best tools fitted each example, ascending. */
  fits: number[];
}

const TOP = 6;
/** Finer steps change less than the examples of a catalogue can tell. */
const SHARES = [0, 0.15, 0.3, 0.5, 0.7, 0.85] as const;

/**
 * Tries every example of every tool as a request, in an index that does not hold it, with each share of words; the
 * embedder as it is comes first. Embeds each text once if the embedder remembers. Rejects with `index_error`
 * or `cancelled`.
 */
export async function tryShares(
  tools: readonly CheckedTool[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<ShareFigures[]> {
  const examples = new Set(tools.flatMap((tool) => tool.examples));
  await embedAll([...examples], embedder, { kind: 'query', signal });
  const figures: ShareFigures[] = [];
  for (const share of [undefined, ...SHARES])
    figures.push(await tryShare(tools, embedder, share, signal));
  return figures;
}

async function tryShare(
  tools: readonly CheckedTool[],
  embedder: Embedder,
  share: number | undefined,
  signal: AbortSignal,
): Promise<ShareFigures> {
  const fits: number[] = [];
  let found = 0;
  for (let round = 0; round < roundsOf(tools); round += 1) {
    const index = await ToolIndex.build(heldOutDocuments(tools, round), embedder, {
      wordsShare: share,
      signal,
    });
    const options = { topK: TOP, minScore: -1, allowed: new Set(index.names), signal };
    for (const { name, examples } of tools) {
      const example = examples[round];
      if (example === undefined) continue;
      const scores = await index.query(example, options);
      const matches = scores.top(options);
      if (matches.some((tool) => tool.name === name)) found += 1;
      fits.push(fitOf({ matches, known: scores.known }));
      await nextTurn();
    }
  }
  return { share, examples: fits.length, found, fits: fits.sort((a, b) => a - b) };
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
