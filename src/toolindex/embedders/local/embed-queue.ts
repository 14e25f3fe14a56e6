import { AppError } from '../../../foundation/errors.js';
import { cancelled } from '../../cancelled.js';

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

/** More texts than this do not wait: whoever embeds a catalogue does so in portions. */
const MAX_WAITING = 20_000;

/**
 * Texts that wait for the model: what a chat asks goes before what is indexed in the background. The
 * texts of one request stand by length, as a batch costs as much as its longest text makes of it.
 */
export class EmbedQueue {
  private readonly urgent: QueuedText[] = [];
  private readonly background: QueuedText[] = [];

  /** Throws `index_error` when too many texts wait already. */
  add(request: EmbedRequest, isBackground: boolean): void {
    const { texts } = request;
    if (this.urgent.length + this.background.length + texts.length > MAX_WAITING) {
      throw new AppError(
        'index_error',
        `More than ${MAX_WAITING.toLocaleString('en')} texts wait for the local embedder: ask for fewer at a time, or try again later.`,
      );
    }
    const lane = isBackground ? this.background : this.urgent;
    const queued = texts.map((text, position): QueuedText => ({ text, position, request }));
    lane.push(...queued.sort((a, b) => a.text.length - b.text.length));
  }

  /** Removes and answers the next texts, at most `size`; those of settled requests are dropped. */
  take(size: number): QueuedText[] {
    const batch: QueuedText[] = [];
    for (const lane of [this.urgent, this.background]) {
      let seen = 0;
      while (seen < lane.length && batch.length < size) {
        const item = lane[seen] as QueuedText;
        if (!item.request.settled) batch.push(item);
        seen += 1;
      }
      lane.splice(0, seen);
      // Short questions and long texts do not share a batch.
      if (batch.length > 0) break;
    }
    return batch;
  }

  /** Every request that still waits. */
  requests(): EmbedRequest[] {
    const all = [...this.urgent, ...this.background].map(({ request }) => request);
    return [...new Set(all)];
  }
}
