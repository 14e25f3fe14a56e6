import { setImmediate as nextTurn } from 'node:timers/promises';
import { defined } from '../foundation/defined.js';
import type { Embedder } from '../toolindex/embedder.js';
import { embedAll, type VectorStore } from '../toolindex/document-vectors.js';
import { ToolIndex, type QueryScores } from '../toolindex/tool-index.js';
import type { ScoredTool } from '../toolindex/query-scores.js';
import { heldOutDocuments, roundsOf, type CheckedTool } from './held-out.js';

/** How one example of a tool fared among the tools of one context. */
export interface ExampleRank {
  tool: string;
  example: string;
  /** From 1. */
  rank: number;
  score: number;
  /** What came before the tool, best first. */
  before: ScoredTool[];
}

/** What the examples are ranked with. */
export interface RankOptions {
  embedder: Embedder;
  /** See `BuildOptions` of the index. */
  wordsShare?: number | undefined;
  cache?: VectorStore | undefined;
  signal: AbortSignal;
}

/**
 * Ranks the tools for every example of every tool, in each of `contexts` (sets of names) that has the
 * tool, with an index that does not hold the example. Answers a list for each context. Lets the event
 * loop turn after each tool; rejects with `index_error` or `cancelled` as the index does.
 */
export async function rankExamples(
  tools: readonly CheckedTool[],
  contexts: readonly ReadonlySet<string>[],
  { embedder, wordsShare, cache, signal }: RankOptions,
): Promise<ExampleRank[][]> {
  const ranks: ExampleRank[][] = contexts.map(() => []);
  // All at once: an embedder behind an API takes them in a few calls.
  const examples = new Set(tools.flatMap((tool) => tool.examples));
  await embedAll([...examples], embedder, { kind: 'query', signal });
  for (let round = 0; round < roundsOf(tools); round += 1) {
    const documents = heldOutDocuments(tools, round);
    const index = await ToolIndex.build(documents, embedder, {
      ...defined({ cache }),
      wordsShare,
      signal,
    });
    for (const { name, examples: own } of tools) {
      const example = own[round];
      if (example === undefined) continue;
      const scores = await index.query(example, { signal });
      contexts.forEach((names, at) => {
        if (names.has(name)) ranks[at]?.push(rankOf(name, example, scores, names));
      });
      await nextTurn();
    }
  }
  return ranks;
}

function rankOf(
  tool: string,
  example: string,
  scores: QueryScores,
  allowed: ReadonlySet<string>,
): ExampleRank {
  const all = scores.top({ topK: allowed.size, minScore: -1, allowed });
  const at = all.findIndex(({ name }) => name === tool);
  return { tool, example, rank: at + 1, score: all[at]?.score ?? 0, before: all.slice(0, at) };
}
