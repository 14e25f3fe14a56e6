import type { Embedder } from '../toolindex/embedder.js';
import type { QueryScores } from '../toolindex/tool-index.js';
import type { ScoredTool } from '../toolindex/query-scores.js';
import { tryExamples, type CheckedTool, type HeldOutOptions } from './held-out.js';

export interface Miss extends ExampleRank {
  /** True for a core tool: the model has it all the same. */
  alwaysOffered: boolean;
}

/** Two tools of which one or both rank first for examples of the other. */
export interface Shadow {
  tools: [string, string];
  /** How many examples of each have the other one as the first. */
  counts: [number, number];
  mutual: boolean;
}

export interface ToolShare {
  name: string;
  examples: number;
  /** How many of them find the tool among the offered ones. */
  found: number;
  first: number;
  alwaysOffered: boolean;
}

/** The check of one context: what to look at first stands first in each list. */
export interface ContextCheck {
  examples: number;
  found: number;
  first: number;
  misses: Miss[];
  shadows: Shadow[];
  tools: ToolShare[];
}

/** What a tool must reach to be offered, and which ones always are. */
interface OfferRule {
  topK: number;
  minScore: number;
  core: ReadonlySet<string>;
}

export function checkContext(
  names: Iterable<string>,
  ranks: readonly ExampleRank[],
  rule: OfferRule,
): ContextCheck {
  const isFound = ({ rank, score }: ExampleRank) => rank <= rule.topK && score >= rule.minScore;
  const tools = [...names].map((name): ToolShare => {
    const own = ranks.filter(({ tool }) => tool === name);
    return {
      name,
      examples: own.length,
      found: own.filter(isFound).length,
      first: own.filter(({ rank }) => rank === 1).length,
      alwaysOffered: rule.core.has(name),
    };
  });
  return {
    examples: ranks.length,
    found: ranks.filter(isFound).length,
    first: ranks.filter(({ rank }) => rank === 1).length,
    misses: ranks
      .filter((rank) => !isFound(rank))
      .map(({ before, ...rank }) => ({
        ...{ ...rank, alwaysOffered: rule.core.has(rank.tool) },
        // Of what came before it, the offered ones.
        before: before.slice(0, rule.topK),
      }))
      // What is never offered for its example comes before core tools, then the worst rank first.
      .sort((a, b) => Number(a.alwaysOffered) - Number(b.alwaysOffered) || b.rank - a.rank),
    shadows: shadowsOf(ranks),
    tools: tools.sort((a, b) => share(a) - share(b) || a.name.localeCompare(b.name)),
  };
}

/** A tool without examples cannot be checked and stands last. */
function share({ examples, found }: ToolShare): number {
  return examples === 0 ? 2 : found / examples;
}

/** One example that another tool takes is chance; two of one pair, or one each way, are a pattern. */
const PATTERN = 2;

function shadowsOf(ranks: readonly ExampleRank[]): Shadow[] {
  const pairs = new Map<string, Shadow>();
  for (const { tool, before } of ranks) {
    const winner = before[0]?.name;
    if (winner === undefined) continue;
    const tools: [string, string] = tool < winner ? [tool, winner] : [winner, tool];
    const key = tools.join(' ');
    const pair = pairs.get(key) ?? { tools, counts: [0, 0], mutual: false };
    pair.counts[tool === tools[0] ? 0 : 1] += 1;
    pair.mutual = Math.min(...pair.counts) > 0;
    pairs.set(key, pair);
  }
  return [...pairs.values()]
    .filter(({ counts }) => counts[0] + counts[1] >= PATTERN)
    .sort(
      (a, b) =>
        Number(b.mutual) - Number(a.mutual) ||
        b.counts[0] + b.counts[1] - a.counts[0] - a.counts[1] ||
        a.tools.join().localeCompare(b.tools.join()),
    );
}

export interface ExampleRank {
  tool: string;
  example: string;
  /** From 1. */
  rank: number;
  score: number;
  before: ScoredTool[];
}

/** The rank of each example's tool in each of `contexts` (sets of names) that has the tool. */
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
