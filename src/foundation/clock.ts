import { setMaxListeners } from 'node:events';

export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Calls `work` once after `ms`; the returned function prevents it. Injected so that tests never wait. */
export type Timer = (work: () => void, ms: number) => () => void;

export const systemTimer: Timer = (work, ms) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};

/** One for all objects that have nothing to do yet, in place of a closure in each. */
export const nothing = (): void => undefined;

/** What `work` comes to, or after `ms` what `late` answers or throws in its place: then it is left to itself. */
export async function withinTime<T>(work: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([work, limit.then(late)]).finally(() => clearTimeout(timer));
}

/** What `work` comes to, or the signal's reason as soon as it fires: then it is left to itself, however it ends. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop));
}

/** Does `work` after `firstMs`, then `ms` after each end, keeping no process alive; `failed` gets a row's first failure. */
export function repeat(
  ms: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
  { firstMs = ms, timer = systemTimer } = {},
): () => void {
  let isOver = false;
  let failing = false;
  const once = async (): Promise<void> => {
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing) failed(error);
      failing = true;
    }
    if (!isOver) cancel = timer(() => void once(), ms);
  };
  let cancel = timer(() => void once(), firstMs);
  return () => {
    isOver = true;
    cancel();
  };
}

/** A limit within larger work: `signal` fires with the parent's, or with the limit's own reason. A controller as the parent is ended itself. Stop it after. */
export class Deadline {
  private readonly own: AbortController;
  private leaveParent = nothing;
  private cancelTimer = nothing;
  private limit: { seconds: number; reason: () => Error } | undefined;
  private pauses = 0;

  constructor(
    parent: AbortSignal | AbortController,
    private readonly timer: Timer,
  ) {
    this.own = parent instanceof AbortController ? parent : new AbortController();
    // All calls of a turn are within the same one.
    setMaxListeners(0, this.signal);
    if (parent instanceof AbortController) return;
    // Not `AbortSignal.any`, whose signals are kept until they are collected.
    const follow = (): void => this.own.abort(parent.reason);
    if (parent.aborted) follow();
    else parent.addEventListener('abort', follow, { once: true });
    this.leaveParent = () => parent.removeEventListener('abort', follow);
  }

  get signal(): AbortSignal {
    return this.own.signal;
  }

  /** Lets the time run, again where it runs already: `seconds` from now, or from the end of a pause. */
  start(seconds: number, reason: () => Error): void {
    this.limit = { seconds, reason };
    this.cancelTimer();
    if (this.pauses > 0) return;
    this.cancelTimer = this.timer(() => this.own.abort(reason()), seconds * 1000);
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
    this.leaveParent();
  }
}
