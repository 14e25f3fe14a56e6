import type { ExampleRank } from './rank-examples.js';

/** An example that does not find its tool among the offered ones. */
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

/** How one tool's examples fared. */
export interface ToolShare {
  name: string;
  examples: number;
  /** How many of them find the tool among the offered ones. */
  found: number;
  /** How many rank it first. */
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
export interface OfferRule {
  topK: number;
  minScore: number;
  core: ReadonlySet<string>;
}

/** What the ranks of all examples say about the tools of one context. */
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
      .map(missOf(rule))
      .sort(byRank),
    shadows: shadowsOf(ranks),
    tools: tools.sort((a, b) => share(a) - share(b) || a.name.localeCompare(b.name)),
  };
}

const missOf =
  ({ topK, core }: OfferRule) =>
  ({ before, ...rank }: ExampleRank): Miss => {
    // Of what came before it, the offered ones.
    return { ...rank, alwaysOffered: core.has(rank.tool), before: before.slice(0, topK) };
  };

/** What is never offered for its example comes before core tools, then the worst rank first. */
function byRank(a: Miss, b: Miss): number {
  return Number(a.alwaysOffered) - Number(b.alwaysOffered) || b.rank - a.rank;
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
