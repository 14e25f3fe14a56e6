import { nothing } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import { indexError, messageOf } from '../foundation/errors.js';
import { silentLogger, type Logger } from '../foundation/logger.js';
import { collectingOften } from '../foundation/young-generation.js';
import { backOffMs, defaultBackOff, type BackOff } from './back-off.js';
import { throwIfCancelled, waitAtMost, withinLimit } from './bounded-work.js';
import type { IndexedDocument } from './document.js';
import { writeOnly, type VectorStore } from './document-vectors.js';
import type { Embedder } from './embedder.js';
import { withLateTools, WordIndex } from './word-index.js';
import type { QueryScores, Scores, ScoredTool } from './query-scores.js';
import { QueryVectors, type SearchText } from './query-vectors.js';
import { DimensionMismatch, ToolIndex, type SearchOptions } from './tool-index.js';

/** Whether tools can be selected, and if not, why all tools of the context must be offered. */
export type SelectionState =
  | { kind: 'ready'; index: ToolIndex }
  | { kind: 'building' }
  | { kind: 'unavailable'; reason: 'no_embedder' | 'index_failed'; message: string };

export interface SelectionIndexOptions {
  /** Absent when the server runs without an embedder. */
  embedder: Embedder | undefined;
  wordsShare?: number | undefined;
  cache?: VectorStore;
  /** The embedder's query vectors, where another index asks for the same texts. */
  queries?: QueryVectors;
  logger?: Logger;
  /** How long a caller waits for a build that is under way, in milliseconds. */
  buildWaitMs?: number;
  /** How long a caller waits for a query to be embedded, in milliseconds. */
  queryLimitMs?: number;
  backOff?: BackOff;
  /** Told the share of each build that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}

export interface RankRequest extends Omit<SearchOptions, 'gains'> {
  /** Names whose scores are told too. */
  scoreAlso?: readonly string[];
  /** Asked once the query is embedded: see {@link SearchOptions.gains}. */
  gains?: (() => Promise<ReadonlyMap<string, number>>) | undefined;
  signal?: AbortSignal;
}

export interface Ranking {
  matches: readonly ScoredTool[];
  scores: ReadonlyMap<string, number>;
  /** How much of what the query says the catalogue speaks of at all, from 0 to 1; absent: not told. */
  known?: number;
}

/** A build and its further tries, until it is done, replaced or closed. */
interface Build {
  controller: AbortController;
  /** Settles when the first try is over: then the state is known. */
  tried: Promise<unknown>;
  isTried: boolean;
  /** Settles when nothing is tried any more. */
  done: Promise<void>;
}

/** How long a chat waits at most for the first index: 2,400 operations take about so long. Beyond it words are better. */
const BUILD_WAIT_MS = 60_000;

/** The same where only the latest tools are missing: an earlier index and words do for those. */
const LATE_TOOLS_WAIT_MS = 3_000;

/** The same for one query: an embedder that loads its model first takes some seconds, one that hangs must not hold up a chat. */
const QUERY_LIMIT_MS = 10_000;

/**
 * The tool index over its life, built in the background. Nothing here fails a chat: without an index, which
 * {@link settled} and `index_error` tell, all tools are offered, or those that {@link queryWords} finds.
 */
export class ToolSelectionIndex {
  private current: SelectionState;
  private build: Build | undefined;
  private documents: readonly IndexedDocument[] = [];
  /** Of some documents, made when it is first asked for after they changed. */
  private words: { of: readonly IndexedDocument[]; index: Promise<WordIndex> } | undefined;
  private late:
    | { documents: readonly IndexedDocument[]; index: ToolIndex; names: ReadonlySet<string> }
    | undefined;
  private share = 0;
  /** Callers who wait, to be told how far the build is. */
  private readonly waiting = new Set<(share: number) => void>();
  /** True from a query of another dimension until one fits: what the cache holds is of no use. */
  private cacheIsStale = false;
  private closed = false;
  private readonly logger: Logger;
  private readonly queries: QueryVectors | undefined;

  constructor(private readonly options: SelectionIndexOptions) {
    this.logger = options.logger ?? silentLogger;
    this.queries = options.queries ?? (options.embedder && new QueryVectors(options.embedder));
    this.current = options.embedder === undefined ? NO_EMBEDDER : { kind: 'building' };
  }

  get state(): SelectionState {
    return this.current;
  }

  /** How far the latest build is, in documents of the catalogue: their texts and examples count alike. */
  get progress() {
    const total = this.documents.length;
    return { embedded: Math.floor(this.share * total), total };
  }

  /** Builds the index of a catalogue that is new, in place of a build under way, until one succeeds; an earlier one answers on. */
  rebuild(documents: readonly IndexedDocument[]): void {
    const { embedder } = this.options;
    this.documents = documents;
    if (embedder === undefined || this.closed) return;
    this.build?.controller.abort();
    if (this.current.kind === 'unavailable') this.current = { kind: 'building' };
    this.share = 0;
    embedder.prepare?.();
    const controller = new AbortController();
    const tried = this.tryBuild(embedder, controller.signal);
    const done = this.tryAgain(tried, embedder, controller.signal);
    const build = { controller, tried, done, isTried: false };
    this.build = build;
    void tried.then(() => (build.isTried = true));
  }

  /** The state once it knows all tools, or as it is after the bounded wait; `onProgress` is told of a first index. */
  async settled(
    signal?: AbortSignal,
    onProgress: (share: number) => void = nothing,
  ): Promise<SelectionState> {
    throwIfCancelled(signal);
    const isFirst = this.current.kind !== 'ready';
    const waitMs = isFirst ? BUILD_WAIT_MS : LATE_TOOLS_WAIT_MS;
    const end = performance.now() + (this.options.buildWaitMs ?? waitMs);
    if (isFirst) this.waiting.add(onProgress);
    try {
      while (this.build !== undefined && this.lacksTools(this.build)) {
        const left = end - performance.now();
        if (left <= 0) break;
        if (isFirst) onProgress(this.share);
        await waitAtMost(this.build.tried.then(nothing), left, signal);
      }
    } finally {
      this.waiting.delete(onProgress);
    }
    return this.current;
  }

  /** The scores of a query by its words alone: there for every document at once, embedder or not. */
  async queryWords(text: SearchText): Promise<QueryScores> {
    if (this.words?.of !== this.documents) {
      const of = this.documents;
      const earlier = this.words?.index;
      this.words = { of, index: Promise.resolve(earlier).then((words) => WordIndex.of(of, words)) };
    }
    return (await this.words.index).query(text);
  }

  /** True while the first try of a build continues that the state cannot do without. */
  private lacksTools({ isTried }: Build): boolean {
    if (this.current.kind !== 'ready') return this.current.kind === 'building';
    if (isTried) return false;
    return this.lateTools(this.current.index).size > 0;
  }

  /** The tools of the catalogue that an index does not know yet; counted once for all queries. */
  private lateTools(index: ToolIndex): ReadonlySet<string> {
    const { documents } = this;
    if (this.late?.documents !== documents || this.late.index !== index) {
      const names = new Set(documents.map(({ name }) => name));
      for (const name of index.names) names.delete(name);
      this.late = { documents, index, names };
    }
    return this.late.names;
  }

  /** The scores of a query; those of tools without a vector yet are of their words. Rejects with `index_error`. */
  async query(text: SearchText, signal?: AbortSignal): Promise<Scores> {
    const state = await this.settled(signal);
    if (state.kind !== 'ready') {
      throw indexError(
        state.kind === 'building' ? 'The tool index is still being built.' : state.message,
      );
    }
    const limitMs = this.options.queryLimitMs ?? QUERY_LIMIT_MS;
    const ask = (inner: AbortSignal) => state.index.query(text, { signal: inner });
    try {
      const scores = await withinLimit(ask, limitMs, signal, () => {
        const waited = `did not answer a query within ${limitMs / 1000} s`;
        return indexError(`The embedder ${waited}; all tools are offered instead.`);
      });
      this.cacheIsStale = false;
      const late = this.lateTools(state.index);
      if (late.size === 0) return scores;
      return withLateTools(scores, await this.queryWords(text), (name) => late.has(name));
    } catch (error) {
      if (error instanceof DimensionMismatch) this.embedAnew(state.index);
      throw error;
    }
  }

  /** Why nothing can be ranked, or undefined when it can; waits as {@link settled}. */
  async unavailable(
    signal?: AbortSignal,
    onProgress?: (share: number) => void,
  ): Promise<'no_embedder' | 'index_building' | 'index_failed' | undefined> {
    const state = await this.settled(signal, onProgress);
    if (state.kind === 'ready') return undefined;
    return state.kind === 'building' ? 'index_building' : state.reason;
  }

  /** The best allowed tools with the scores of these and others; rejects as {@link query} does. */
  async rank(text: SearchText, request: RankRequest): Promise<Ranking> {
    const { scoreAlso = [], gains, signal, ...options } = request;
    const answer = await this.query(text, signal);
    const matches = answer.top({ gains: await gains?.(), ...options });
    const scores = new Map<string, number>();
    for (const name of scoreAlso) {
      const score = answer.of(name);
      if (score !== undefined) scores.set(name, score);
    }
    for (const { name, score } of matches) scores.set(name, score);
    return { matches, scores, known: answer.known };
  }

  /** The names of the best allowed tools by words alone, best first: needs no embedder and no wait. */
  async rankWords(
    text: SearchText,
    { topK, allowed }: Pick<SearchOptions, 'topK' | 'allowed'>,
  ): Promise<string[]> {
    const answer = await this.queryWords(text);
    return answer.top({ topK, minScore: 0, allowed }).map(({ name }) => name);
  }

  /** How well the documents fit a text: by vectors, or where there are none by words. */
  scores(text: string, signal?: AbortSignal): Promise<Scores> {
    return this.current.kind === 'ready' ? this.query(text, signal) : this.queryWords(text);
  }

  /** Ends a build under way; from then on there is no index. The embedder belongs to the caller. */
  async close(): Promise<void> {
    this.closed = true;
    this.current = failed('The tool index is closed.');
    this.build?.controller.abort();
    await this.build?.done;
  }

  /** The model behind the same name has changed: once per change, the whole catalogue is embedded again. */
  private embedAnew(index: ToolIndex): void {
    const replaced = this.current.kind !== 'ready' || this.current.index !== index;
    if (this.cacheIsStale || replaced) return;
    this.cacheIsStale = true;
    this.logger.warn(
      'the embedder answers another dimension than before; all tools are re-embedded',
    );
    this.rebuild(this.documents);
  }

  /** One try; undefined when the index is ready or nobody waits for it any more, else why it failed. */
  private async tryBuild(
    embedder: Embedder,
    signal: AbortSignal,
  ): Promise<{ error: unknown } | undefined> {
    const started = performance.now();
    const { cache, wordsShare } = this.options;
    try {
      const options = {
        cache: this.cacheIsStale ? writeOnly(cache) : cache,
        ...defined({ queries: this.queries }),
        wordsShare,
        earlier:
          this.current.kind === 'ready' && !this.cacheIsStale ? this.current.index : undefined,
        signal,
        onProgress: (share: number) => {
          if (!signal.aborted) this.tell(share);
        },
      };
      const index = await collectingOften(() => ToolIndex.build(this.documents, embedder, options));
      if (signal.aborted) return undefined;
      this.current = { kind: 'ready', index };
      const elapsedMs = Math.round(performance.now() - started);
      this.logger.info({ tools: index.names.length, elapsed_ms: elapsedMs }, 'tool index is ready');
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      const message = `The tool index could not be built: ${messageOf(error)}`;
      if (this.current.kind !== 'ready') this.current = failed(message);
      return { error };
    }
  }

  private tell(share: number): void {
    this.share = share;
    this.options.onProgress?.(share);
    for (const onProgress of this.waiting) onProgress(share);
  }

  private async tryAgain(
    tried: Promise<{ error: unknown } | undefined>,
    embedder: Embedder,
    signal: AbortSignal,
  ): Promise<void> {
    const policy = this.options.backOff ?? defaultBackOff;
    let failure = await tried;
    for (let failures = 1; failure !== undefined; failures += 1) {
      const waitMs = backOffMs(failures, failure.error, policy);
      const reason = messageOf(failure.error);
      const fields = { reason, failures, next_try_ms: Math.round(waitMs) };
      this.logger.error(fields, 'tool index could not be built; it is tried again');
      await policy.pause(waitMs, signal).catch(nothing);
      if (signal.aborted) return;
      failure = await this.tryBuild(embedder, signal);
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
