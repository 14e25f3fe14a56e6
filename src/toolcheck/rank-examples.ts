import type { Embedder } from '../toolindex/embedder.js';
import type { QueryScores } from '../toolindex/tool-index.js';
import type { ScoredTool } from '../toolindex/query-scores.js';
import { tryExamples, type CheckedTool, type HeldOutOptions } from './held-out.js';

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

/**
 * Ranks the tools for every example of every tool, in each of `contexts` (sets of names) that has the
 * tool, as {@link tryExamples} does. Answers a list for each context.
 */
export async function rankExamples(
  tools: readonly CheckedTool[],
  contexts: readonly ReadonlySet<string>[],
  embedder: Embedder,
  options: HeldOutOptions,
): Promise<ExampleRank[][]> {
  const ranks: ExampleRank[][] = contexts.map(() => []);
  for await (const { tool, example, scores } of tryExamples(tools, embedder, options)) {
    contexts.forEach((names, at) => {
      if (names.has(tool)) ranks[at]?.push(rankOf(tool, example, scores, names));
    });
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
