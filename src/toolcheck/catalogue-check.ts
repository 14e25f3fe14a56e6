import type { Agent } from '../agentloop/agent.js';
import type { Catalog } from '../agenttools/catalog.js';
import { type AppError, indexError } from '../foundation/errors.js';
import type { VectorStore } from '../toolindex/document-vectors.js';
import type { Embedder } from '../toolindex/embedder.js';
import type { SelectionState } from '../toolindex/selection-index.js';
import type { ToolIndex, QueryScores } from '../toolindex/tool-index.js';
import type { ScoredTool } from '../toolindex/query-scores.js';
import { tryExamples, type CheckedTool, type HeldOutOptions } from './held-out.js';

interface CatalogueCheckDeps {
  catalog: Catalog;
  agents: () => readonly Agent[];
  /** Whether there is an index, and which: a new one makes the earlier report stale. */
  index: { settled(signal?: AbortSignal): Promise<SelectionState> };
  /** Makes the embedder of one check; undefined when the server runs without one. */
  embedder: (() => Embedder) | undefined;
  wordsShare?: number | undefined;
  cache?: VectorStore;
  topK: number;
  minScore: number;
}

export interface CatalogueReport {
  topK: number;
  elapsedMs: number;
  contexts: (ContextCheck & { contextType: string; title: string })[];
}

/** Whether tools are found by their own examples. A report is kept as long as its index; callers share a check. */
export class CatalogueCheck {
  private readonly closing = new AbortController();
  private latest: { index: ToolIndex; report: Promise<CatalogueReport> } | undefined;

  constructor(private readonly deps: CatalogueCheckDeps) {}

  /** The report on the index of now; rejects with `index_error` while there is none. */
  async report(): Promise<CatalogueReport> {
    const state = await this.deps.index.settled(this.closing.signal);
    const { embedder } = this.deps;
    if (state.kind !== 'ready' || embedder === undefined) throw notReady(state);
    if (this.latest?.index === state.index) return this.latest.report;
    const report = this.check(embedder());
    const latest = { index: state.index, report };
    this.latest = latest;
    report.catch(() => {
      if (this.latest === latest) this.latest = undefined;
    });
    return report;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.latest?.report.catch(() => undefined);
  }

  private async check(embedder: Embedder): Promise<CatalogueReport> {
    const started = performance.now();
    const { catalog, cache, wordsShare, topK, minScore } = this.deps;
    const agents = this.deps.agents();
    const contexts = agents.map((agent) => catalog.names(agent.groups));
    const options = { cache, wordsShare, signal: this.closing.signal };
    const ranks = await rankExamples(catalog.tools, contexts, embedder, options);
    const reports = agents.map((agent, at) => {
      const rule = { topK, minScore, core: new Set(agent.coreTools({})) };
      const check = checkContext(contexts[at] ?? [], ranks[at] ?? [], rule);
      return { contextType: agent.contextType, title: agent.title, ...check };
    });
    return { topK, elapsedMs: performance.now() - started, contexts: reports };
  }
}

function notReady(state: SelectionState): AppError {
  const why =
    state.kind === 'unavailable'
      ? state.message
      : 'The tool index is still being built; ask again in a moment.';
  return indexError(`The catalogue cannot be checked: ${why}`);
}

/** How many examples do not get their tool, over all contexts; a tool that is always offered is had all the same. */
export function missedOf({ contexts }: CatalogueReport): number {
  return contexts.flatMap(({ misses }) => misses.filter((miss) => !miss.alwaysOffered)).length;
}

/** A report as lines for a terminal: for each context the examples that miss, the pairs, the share of each tool. */
export function reportText({ topK, contexts }: Pick<CatalogueReport, 'topK' | 'contexts'>): string {
  const texts = contexts.map(({ title, contextType, found, examples, first, ...context }) => {
    const misses = context.misses.map(({ tool, example, rank, before, alwaysOffered }) => {
      const names = before.slice(0, 3).map(({ name }) => name);
      const told = alwaysOffered ? `${tool} (always offered)` : tool;
      return [`#${rank}`, told, `“${example}”`, `after ${names.join(', ')}`];
    });
    const shadows = context.shadows.map(({ tools, counts: [ofA, ofB] }) => [
      ...tools,
      `${ofA} of the first's examples rank the second first, ${ofB} the other way`,
    ]);
    const tools = context.tools
      .filter((tool) => tool.found < tool.examples)
      .map((tool) => [tool.name, `${tool.found}/${tool.examples} found`, `${tool.first} first`]);
    return [
      `${title} (${contextType}): ${found} of ${examples} examples find their tool in the first ${topK}, ${first} rank it first`,
      ...section('Not found', misses),
      ...section('Shadowing each other', shadows),
      ...section('Tools with examples that are not found', tools),
    ].join('\n');
  });
  return texts.join('\n\n');
}

function section(title: string, rows: readonly string[][]): string[] {
  return rows.length === 0 ? [] : ['', `  ${title}`, ...columns(rows).map((line) => `    ${line}`)];
}

/** Rows with the cells of each column at one width, but for the last. */
function columns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join('  '),
  );
}

export interface Miss extends ExampleRank {
  alwaysOffered: boolean;
}

export interface Shadow {
  tools: [string, string];
  /** How many examples of each have the other one as the first. */
  counts: [number, number];
  mutual: boolean;
}

export interface ToolShare {
  name: string;
  examples: number;
  found: number;
  first: number;
  alwaysOffered: boolean;
}

export interface ContextCheck {
  examples: number;
  found: number;
  first: number;
  misses: Miss[];
  shadows: Shadow[];
  tools: ToolShare[];
}

export function checkContext(
  names: Iterable<string>,
  ranks: readonly ExampleRank[],
  rule: { topK: number; minScore: number; core: ReadonlySet<string> },
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
        ...rank,
        alwaysOffered: rule.core.has(rank.tool),
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
