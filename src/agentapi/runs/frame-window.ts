import type { FrameBatch } from '../../store/run-log.store.js';

/** The newest committed batches of one run, shared by all its readers; the oldest leave when it is full. */
export class FrameWindow {
  private batches: FrameBatch[] = [];
  private length = 0;

  /** `limit` in bytes; the newest batch always stays. */
  constructor(private readonly limit: number) {}

  push(batch: FrameBatch): void {
    this.batches.push(batch);
    this.length += Buffer.byteLength(batch.text);
    while (this.length > this.limit && this.batches.length > 1) {
      this.length -= Buffer.byteLength(this.batches.shift()?.text ?? '');
    }
  }

  /** The batches that hold what comes after event `after`; `undefined` when some of it has left. */
  since(after: number): FrameBatch[] | undefined {
    const [oldest] = this.batches;
    if (oldest !== undefined && after < oldest.first - 1) return undefined;
    return this.batches.filter(({ last }) => last > after);
  }
}
