import { setMaxListeners } from 'node:events';
import type { Timer } from './clock.js';

/**
 * A time limit within a larger piece of work: `signal` is aborted when the parent is, or with the
 * limit's own reason once its time is up. Stop it when the work is done.
 */
export class Deadline {
  private readonly own = new AbortController();
  private readonly follow = (): void => this.own.abort(this.parent.reason);
  private cancelTimer = (): void => {};
  private limit: { seconds: number; reason: () => Error } | undefined;
  private pauses = 0;
  private expire = (_reason: Error): void => {};

  constructor(
    private readonly parent: AbortSignal,
    private readonly timer: Timer,
  ) {
    // All calls of a turn are within the same one.
    setMaxListeners(0, this.own.signal);
    // Not `AbortSignal.any`, whose signals are kept until they are collected.
    if (parent.aborted) this.follow();
    else parent.addEventListener('abort', this.follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.own.signal;
  }

  /** What `work` comes to, or the limit's reason as soon as its time is up. */
  async within<T>(work: Promise<T>): Promise<T> {
    const expired = new Promise<never>((_resolve, reject) => (this.expire = reject));
    return Promise.race([work, expired]);
  }

  /** Lets the time run, again where it runs already: `seconds` from now, or from the end of a pause. */
  start(seconds: number, reason: () => Error): void {
    this.limit = { seconds, reason };
    this.cancelTimer();
    if (this.pauses > 0) return;
    this.cancelTimer = this.timer(() => {
      const late = reason();
      this.expire(late);
      this.own.abort(late);
    }, seconds * 1000);
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

  /** Ends the limit: its time can no longer run out, and the parent's end is no longer its own. */
  stop(): void {
    this.limit = undefined;
    this.cancelTimer();
    this.parent.removeEventListener('abort', this.follow);
  }
}
