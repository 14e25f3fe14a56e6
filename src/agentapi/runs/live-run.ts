import { AppError } from '../../foundation/errors.js';
import type { FrameBatch } from '../../store/run-log/run-log.model.js';
import type { Timer } from '../../foundation/clock.js';

/** The newest committed batches of one run, shared by all its readers; the oldest leave when it is full. */
export class FrameWindow {
  private batches: FrameBatch[] = [];
  private length = 0;

  /** `limit` in bytes; the newest batch always stays. */
  constructor(private readonly limit: number) {}

  get last(): number | undefined {
    return this.batches.at(-1)?.last;
  }

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

export interface GraceOptions {
  graceMs: number;
  timer: Timer;
}

/** So long another server that says so counts as one where the run is read. */
export const WATCH_MS = 15_000;

/** Bytes of a run's newest events that are kept in memory where nothing else is configured. */
export const WINDOW_BYTES = 256 * 1024;

/** A run of this process that has not ended: its newest events, its readers, the way to end it. */
export class LiveRun {
  readonly window: FrameWindow;
  readonly ended: Promise<void>;
  /** Ends the run. */
  readonly stop = new AbortController();
  private readonly readers = new Set<AbortSignal>();
  private watchedUntil = 0;
  private stopTimer = (): void => {};
  isOver = false;
  /** The number of the terminal event, once it is stored; stays undefined when it could not be. */
  lastSeq: number | undefined;
  /** Why its terminal event could not be stored, where nobody else will store one soon. */
  endFault: Error | undefined;
  private resolveEnded = (): void => {};
  private resolveIdle = (): void => {};

  readonly id: string;
  private readonly userId: string;

  constructor(
    run: { id: string; userId: string },
    private readonly grace: GraceOptions,
    /** Called with each batch, and at the end. */
    private readonly news: (batch?: FrameBatch) => void,
    windowBytes = WINDOW_BYTES,
  ) {
    this.window = new FrameWindow(windowBytes);
    this.id = run.id;
    this.userId = run.userId;
    this.ended = new Promise((resolve) => (this.resolveEnded = resolve));
  }

  canServe(userId: string, after: number): boolean {
    return userId === this.userId && after <= (this.window.last ?? 0);
  }

  cancel(reason: Error): void {
    this.stop.abort(reason);
  }

  publish(batch: FrameBatch): void {
    this.window.push(batch);
    this.news(batch);
  }

  /** True while the run is read on another server. */
  get isWatched(): boolean {
    return performance.now() < this.watchedUntil;
  }

  /** Another server says that the run is read there. */
  watch(): void {
    this.watchedUntil = performance.now() + WATCH_MS;
  }

  /** Counts a reader until `closed` is aborted. */
  attach(closed: AbortSignal): void {
    this.stopTimer();
    this.readers.add(closed);
    const leave = (): void => this.leave(closed);
    if (closed.aborted) leave();
    else closed.addEventListener('abort', leave, { once: true });
  }

  /** Called once: with the terminal event's number, else with why it is not stored, unless the run was taken over. */
  end(lastSeq: number | undefined, fault?: Error): void {
    this.isOver = true;
    this.lastSeq = lastSeq;
    this.endFault = fault;
    this.stopTimer();
    this.resolveEnded();
    this.news();
  }

  /** Resolves when the run has ended and its readers have got everything, or have left. */
  async idle(): Promise<void> {
    await this.ended;
    if (this.readers.size > 0) await new Promise<void>((resolve) => (this.resolveIdle = resolve));
  }

  private leave(closed: AbortSignal): void {
    this.readers.delete(closed);
    if (this.readers.size > 0) return;
    this.resolveIdle();
    if (!this.isOver) this.abandon();
  }

  /** Nobody reads it here: ends it after the grace time, unless somebody comes back, or reads it elsewhere. */
  private abandon(): void {
    const { graceMs, timer } = this.grace;
    const end = () => (this.isWatched ? this.abandon() : this.cancel(abandoned()));
    if (graceMs === 0 && !this.isWatched) end();
    else this.stopTimer = timer(end, graceMs || WATCH_MS);
  }
}

function abandoned(): AppError {
  return new AppError('cancelled', 'The client went away, and nobody came back for the answer.');
}
