import { AppError, messageOf } from '../foundation/errors.js';
import { silentLogger, type Logger } from '../foundation/logger.js';
import { cancelled, throwIfCancelled } from './cancelled.js';
import type { IndexedDocument } from './document.js';
import type { VectorStore } from './document-vectors.js';
import type { Embedder } from './embedder.js';
import { ToolIndex, type QueryScores, type SearchOptions } from './tool-index.js';
import type { ScoredTool } from './top-k.js';

/** Whether tools can be selected, and if not, why all tools of the context must be offered. */
export type SelectionState =
  | { kind: 'ready'; index: ToolIndex }
  | { kind: 'building' }
  | { kind: 'unavailable'; reason: 'no_embedder' | 'index_failed'; message: string };

/** What a {@link ToolSelectionIndex} is made of. */
export interface SelectionIndexOptions {
  /** Absent when the server runs without an embedder. */
  embedder: Embedder | undefined;
  cache?: VectorStore;
  logger?: Logger;
  /** How long a caller waits for a build that is under way, in milliseconds. */
  buildWaitMs?: number;
}

/**
 * How long a chat waits at most for the index: with cached vectors it is ready at once, the first
 * start needs about a second for some fifty tools; beyond this all tools are the better answer.
 */
const BUILD_WAIT_MS = 3000;

/**
 * The tool index over its life: built in the background, rebuilt when the catalogue changes, and
 * honest about when there is none. Nothing here fails a chat: the caller asks {@link settled} or
 * catches `index_error`, and offers all tools.
 */
export class ToolSelectionIndex {
  private current: SelectionState;
  private build: { controller: AbortController; done: Promise<void> } | undefined;
  private readonly logger: Logger;

  constructor(private readonly options: SelectionIndexOptions) {
    this.logger = options.logger ?? silentLogger;
    this.current = options.embedder === undefined ? NO_EMBEDDER : { kind: 'building' };
  }

  get state(): SelectionState {
    return this.current;
  }

  /**
   * Builds the index of these documents in the background, in place of a build under way; until it is
   * done an earlier index goes on answering. Call it at start and whenever the catalogue changes.
   */
  rebuild(documents: readonly IndexedDocument[]): void {
    const { embedder } = this.options;
    if (embedder === undefined) return;
    this.build?.controller.abort();
    if (this.current.kind === 'unavailable') this.current = { kind: 'building' };
    embedder.prepare?.();
    const controller = new AbortController();
    this.build = { controller, done: this.run(documents, embedder, controller.signal) };
  }

  /** The state once it is not `building` any more, or after the bounded wait as it then is. */
  async settled(signal?: AbortSignal): Promise<SelectionState> {
    throwIfCancelled(signal);
    const end = performance.now() + (this.options.buildWaitMs ?? BUILD_WAIT_MS);
    while (this.current.kind === 'building' && this.build !== undefined) {
      const left = end - performance.now();
      if (left <= 0) break;
      await waitAtMost(this.build.done, left, signal);
    }
    return this.current;
  }

  /** The scores of a query; rejects with `index_error` when there is no index or embedding fails. */
  async query(text: string, signal?: AbortSignal): Promise<QueryScores> {
    const state = await this.settled(signal);
    if (state.kind === 'ready') return state.index.query(text, { signal });
    throw new AppError(
      'index_error',
      state.kind === 'building' ? 'The tool index is still being built.' : state.message,
    );
  }

  /** The best allowed tools for a query; rejects as {@link query} does. */
  async search(
    text: string,
    options: SearchOptions & { signal?: AbortSignal },
  ): Promise<ScoredTool[]> {
    return (await this.query(text, options.signal)).top(options);
  }

  /** Ends a build under way; from then on there is no index. The embedder belongs to the caller. */
  async close(): Promise<void> {
    this.current = failed('The tool index is closed.');
    this.build?.controller.abort();
    await this.build?.done;
  }

  private async run(
    documents: readonly IndexedDocument[],
    embedder: Embedder,
    signal: AbortSignal,
  ): Promise<void> {
    const started = performance.now();
    try {
      const index = await ToolIndex.build(documents, embedder, { ...this.options, signal });
      if (signal.aborted) return;
      this.current = { kind: 'ready', index };
      const elapsedMs = Math.round(performance.now() - started);
      this.logger.info({ tools: documents.length, elapsed_ms: elapsedMs }, 'tool index is ready');
    } catch (error) {
      if (signal.aborted) return;
      this.current = failed(`The tool index could not be built: ${messageOf(error)}`);
      this.logger.error({ reason: messageOf(error) }, 'tool index could not be built');
    }
  }
}

const NO_EMBEDDER: SelectionState = {
  kind: 'unavailable',
  reason: 'no_embedder',
  message: 'No embedder is configured (EMBEDDER=none), so all tools are offered.',
};

function failed(message: string): SelectionState {
  return { kind: 'unavailable', reason: 'index_failed', message };
}

async function waitAtMost(
  work: Promise<void>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  let stop: () => void = () => undefined;
  const bounded = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const onAbort = (): void => reject(cancelled());
    signal?.addEventListener('abort', onAbort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  });
  try {
    await Promise.race([work, bounded]);
  } finally {
    stop();
  }
}
