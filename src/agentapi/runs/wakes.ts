/** One wait for news about a run: `news` resolves once, `cancel` gives it up. */
export interface Wake {
  news: Promise<void>;
  cancel(): void;
}

/**
 * Who waits for news about which run. A wait is armed before the reader looks, so that nothing that
 * happens between looking and waiting is missed; it also ends after `ms`, for news that never come.
 */
export class Wakes {
  private readonly waiting = new Map<string, Set<() => void>>();

  /** Arms a wait; aborting `signal` ends it too. */
  arm(runId: string, ms: number | undefined, signal: AbortSignal): Wake {
    let done = (): void => {};
    const news = new Promise<void>((resolve) => (done = resolve));
    const all = this.waiting.get(runId) ?? new Set();
    this.waiting.set(runId, all.add(fire));
    const timer = ms === undefined ? undefined : setTimeout(fire, ms).unref();
    const cancel = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', fire);
      all.delete(fire);
      if (all.size === 0 && this.waiting.get(runId) === all) this.waiting.delete(runId);
    };
    function fire(): void {
      cancel();
      done();
    }
    if (signal.aborted) fire();
    else signal.addEventListener('abort', fire, { once: true });
    return { news, cancel };
  }

  /** Wakes all who wait for the run. */
  fire(runId: string): void {
    for (const wake of [...(this.waiting.get(runId) ?? [])]) wake();
  }

  /** Wakes everybody: news may have been missed. */
  fireAll(): void {
    for (const runId of [...this.waiting.keys()]) this.fire(runId);
  }
}
