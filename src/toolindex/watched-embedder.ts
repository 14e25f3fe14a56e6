import { type Clock, systemClock } from '../foundation/clock.js';
import { CircuitBreaker } from '../foundation/circuit-breaker.js';
import { AppError, indexError, messageOf } from '../foundation/errors.js';
import type { Embedder, EmbedOptions } from './embedder.js';

/** How the latest call of an embedder ended. */
export interface EmbedderOutcome {
  at: Date;
  /** Why it failed; undefined when it succeeded. */
  failure: string | undefined;
}

/** Queries have limits of 5 s and 10 s; a chat waits for them. */
const HANGING = { hangMs: 4_000, restMs: 30_000 };

/** Remembers how the latest call ended, for health, and refuses queries for a while when the embedder hangs. */
export class WatchedEmbedder implements Embedder {
  readonly id: string;
  readonly languages?: readonly string[];
  readonly searchFloor: number | undefined;
  readonly unmet: Embedder['unmet'];
  readonly likeWords: boolean | undefined;
  /** Undefined until the first call has ended. */
  latest: EmbedderOutcome | undefined;

  private readonly breaker: CircuitBreaker;

  constructor(
    private readonly inner: Embedder,
    private readonly clock: Clock = systemClock,
  ) {
    this.id = inner.id;
    this.breaker = new CircuitBreaker(HANGING, clock);
    if (inner.languages) this.languages = inner.languages;
    this.searchFloor = inner.searchFloor;
    this.unmet = inner.unmet;
    this.likeWords = inner.likeWords;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    // What is indexed in the background has waits of its own between failures.
    const { kind, background = kind === 'document' } = options;
    if (background) return this.ask(texts, options);
    return this.breaker.run(
      () => this.ask(texts, options),
      (error) => {
        const failure = failureOf(error, options.signal);
        return failure === undefined ? undefined : indexError(failure);
      },
    );
  }

  /** Embeds a short text whether or not queries are refused at the moment; how it ended is in `latest`. */
  async probe(signal: AbortSignal): Promise<void> {
    await this.ask(['health'], { kind: 'query', signal });
  }

  private async ask(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    try {
      const vectors = await this.inner.embed(texts, options);
      if (texts.length > 0) {
        this.latest = { at: this.clock(), failure: undefined };
        this.breaker.close();
      }
      return vectors;
    } catch (error) {
      const failure = failureOf(error, options.signal);
      if (failure !== undefined) this.latest = { at: this.clock(), failure };
      throw error;
    }
  }

  prepare(): void {
    this.inner.prepare?.();
  }

  async close(): Promise<void> {
    await this.inner.close?.();
  }
}

/** A caller who leaves says nothing about the embedder; a time limit that ran out does. */
function failureOf(error: unknown, signal: AbortSignal | undefined): string | undefined {
  const reason: unknown = signal?.reason;
  if (reason instanceof AppError && reason.code === 'index_error') return reason.message;
  if (signal?.aborted || (error instanceof AppError && error.code === 'cancelled'))
    return undefined;
  return messageOf(error);
}
