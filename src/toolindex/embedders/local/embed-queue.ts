import { cancelled } from '../../cancelled.js';
import type { EmbedOptions } from '../../embedder.js';

/** One text that waits for its vector, and the request it belongs to. */
export interface QueuedText {
  text: string;
  position: number;
  request: EmbedRequest;
}

/** One `embed` call: settles once, when all its vectors are there, it fails, or its signal fires. */
export class EmbedRequest {
  readonly result: Promise<Float32Array[]>;
  settled = false;
  private readonly vectors: Float32Array[];
  private missing: number;
  private readonly onAbort = (): void => this.fail(cancelled());
  private resolve!: (vectors: Float32Array[]) => void;
  private reject!: (error: Error) => void;

  constructor(
    readonly texts: readonly string[],
    private readonly signal: AbortSignal | undefined,
  ) {
    this.vectors = new Array<Float32Array>(texts.length);
    this.missing = texts.length;
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  accept(position: number, vector: Float32Array): void {
    if (this.settled) return;
    this.vectors[position] = vector;
    this.missing -= 1;
    if (this.missing > 0) return;
    this.settle();
    this.resolve(this.vectors);
  }

  fail(error: Error): void {
    if (this.settled) return;
    this.settle();
    this.reject(error);
  }

  private settle(): void {
    this.settled = true;
    this.signal?.removeEventListener('abort', this.onAbort);
  }
}

/** Texts that wait for the model: queries go before documents, else first come, first served. */
export class EmbedQueue {
  private readonly waiting: Record<EmbedOptions['kind'], QueuedText[]> = {
    query: [],
    document: [],
  };

  add(request: EmbedRequest, kind: EmbedOptions['kind']): void {
    request.texts.forEach((text, position) => {
      this.waiting[kind].push({ text, position, request });
    });
  }

  /** Removes and answers the next texts, at most `size`; those of settled requests are dropped. */
  take(size: number): QueuedText[] {
    const batch: QueuedText[] = [];
    for (const lane of [this.waiting.query, this.waiting.document]) {
      let seen = 0;
      while (seen < lane.length && batch.length < size) {
        const item = lane[seen] as QueuedText;
        if (!item.request.settled) batch.push(item);
        seen += 1;
      }
      lane.splice(0, seen);
    }
    return batch;
  }

  /** Every request that still waits. */
  requests(): EmbedRequest[] {
    const all = [...this.waiting.query, ...this.waiting.document].map(({ request }) => request);
    return [...new Set(all)];
  }
}
