import { messageOf } from '../foundation/errors.js';
import type { Logger } from '../foundation/logger.js';
import { backOffMs, defaultBackOff, type BackOff } from '../toolindex/back-off.js';
import { embedAll } from '../toolindex/document-vectors.js';
import type { Embedder } from '../toolindex/embedder.js';
import { normalized } from '../toolindex/vector.js';
import type { PgVectorStore } from './vectors.store.js';

/** Chunks that are embedded, and kept, at a time: progress shows after each portion. */
const PORTION = 16;
/** So many are looked up at a time, which reads all that wait. */
const LIST = 1_000;

/**
 * Gives every chunk a vector of the embedder in use, in the background: those of new documents, what an
 * earlier start left undone, and all when the embedder is another one than before. A failing embedder is
 * tried again with growing waits; documents can be searched by their words in the meantime.
 */
export class VectorFiller {
  private running: Promise<void> | undefined;
  private again = false;
  /** What an earlier start left, or another embedder made, is done: from now on only new documents wait. */
  private sawAll = false;
  private readonly closed = new AbortController();

  constructor(
    private readonly store: PgVectorStore,
    private readonly embedder: Embedder,
    private readonly logger: Logger,
    private readonly backOff: BackOff = defaultBackOff,
  ) {}

  /** Looks for chunks without a vector now; what is under way is not started twice. */
  wake(): void {
    this.again = true;
    if (this.closed.signal.aborted) return;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.running;
  }

  async close(): Promise<void> {
    this.closed.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.closed;
    let failures = 0;
    while (this.again && !signal.aborted) {
      this.again = false;
      try {
        await this.fill(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        this.logger.warn(
          { failures },
          `documents wait for their vectors, which cannot be made now: ${messageOf(error)}`,
        );
        await this.backOff.pause(backOffMs(failures, error, this.backOff), signal).catch(() => {});
        this.again = true;
      }
    }
  }

  private async fill(signal: AbortSignal): Promise<void> {
    for (;;) {
      const list = await this.store.pending(this.embedder.id, LIST, !this.sawAll);
      if (list.length === 0 && this.sawAll) return;
      this.sawAll ||= list.length === 0;
      for (let at = 0; at < list.length; at += PORTION) {
        if (signal.aborted) return;
        const chunks = list.slice(at, at + PORTION);
        const texts = chunks.map(({ text }) => text);
        const vectors = await embedAll(texts, this.embedder, { kind: 'document', signal });
        await this.store.put(this.embedder.id, chunks, vectors.map(normalized));
      }
    }
  }
}
