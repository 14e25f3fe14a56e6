import type { Agent } from '../agentloop/agent.js';
import type { Catalog } from '../agenttools/catalog.js';
import { AppError } from '../foundation/errors.js';
import type { VectorStore } from '../toolindex/document-vectors.js';
import type { Embedder } from '../toolindex/embedder.js';
import type { SelectionState } from '../toolindex/selection-index.js';
import type { ToolIndex } from '../toolindex/tool-index.js';
import { checkContext, type ContextCheck } from './context-check.js';
import { rankExamples } from './rank-examples.js';

/** What a catalogue is checked with. */
export interface CatalogueCheckDeps {
  catalog: Catalog;
  agents: () => readonly Agent[];
  /** Whether there is an index, and which: a new one makes the earlier report stale. */
  index: { settled(signal?: AbortSignal): Promise<SelectionState> };
  /** Makes the embedder of one check; undefined when the server runs without one. */
  embedder: (() => Embedder) | undefined;
  /** See `BuildOptions` of the index. */
  wordsShare?: number | undefined;
  cache?: VectorStore;
  topK: number;
  minScore: number;
}

/** How well the tools of each context are found by their own examples. */
export interface CatalogueReport {
  topK: number;
  elapsedMs: number;
  contexts: (ContextCheck & { contextType: string; title: string })[];
}

/**
 * Checks whether tools are found by their own examples, each tried with an index that does not hold
 * it. A report is kept as long as the index it belongs to; callers at the same time share one check.
 */
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

  /** Ends a check under way. */
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
  return new AppError('index_error', `The catalogue cannot be checked: ${why}`);
}
