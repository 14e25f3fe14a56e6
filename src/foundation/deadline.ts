import type { Timer } from './clock.js';

/**
 * A time limit within a larger piece of work: `signal` is aborted when the parent is, or with the
 * limit's own reason once its time is up. Stop it when the work is done.
 */
export class Deadline {
  readonly signal: AbortSignal;
  /** Rejects with the limit's reason once its time is up; pending for ever otherwise. */
  readonly expired: Promise<never>;
  private readonly own = new AbortController();
  private cancelTimer = (): void => {};
  private limit: { seconds: number; reason: Error } | undefined;
  private pauses = 0;

  constructor(
    parent: AbortSignal,
    private readonly timer: Timer,
  ) {
    this.signal = AbortSignal.any([parent, this.own.signal]);
    this.expired = new Promise((_resolve, reject) => {
      this.own.signal.addEventListener('abort', () => reject(this.own.signal.reason as Error));
    });
    this.expired.catch(() => {});
  }

  /** Lets the time run: `seconds` from now. */
  start(seconds: number, reason: Error): void {
    this.limit = { seconds, reason };
    this.cancelTimer = this.timer(() => this.own.abort(reason), seconds * 1000);
  }

  /** Keeps the time from running out, as the work waits for a person; what it answers lets the whole time run again. */
  pause(): () => void {
    this.cancelTimer();
    this.pauses += 1;
    let isPaused = true;
    return () => {
      if (!isPaused) return;
      isPaused = false;
      this.pauses -= 1;
      if (this.limit !== undefined && this.pauses === 0)
        this.start(this.limit.seconds, this.limit.reason);
    };
  }

  /** Ends the limit: its time can no longer run out. */
  stop(): void {
    this.limit = undefined;
    this.cancelTimer();
  }
}
