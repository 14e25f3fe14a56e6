import type { PgRunLog } from '../../store/run-log/run-log.store.js';

/** One wait for news about a run: `news` resolves once, `cancel` gives it up. */
interface Wait {
  news: Promise<void>;
  cancel(): void;
}

/**
 * Tells readers that a run has news. A reader starts to wait before it looks, so that it misses nothing that
 * happens in between; a wait also ends after `ms`, in case the news never comes.
 */
export class Notifier {
  private readonly waiting = new Map<string, Set<() => void>>();

  /** Waits for news; aborting `signal` ends it too. */
  wait(runId: string, ms: number | undefined, signal: AbortSignal): Wait {
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

  notify(runId: string): void {
    for (const fire of [...(this.waiting.get(runId) ?? [])]) fire();
  }

  /** Ends all waits: news may have been missed. */
  notifyAll(): void {
    for (const runId of [...this.waiting.keys()]) this.notify(runId);
  }
}

/** The log of all runs, and who waits for news of which: what a stream is read from. */
export interface RunNews {
  log: PgRunLog;
  notifier: Notifier;
  /** How long to wait for news from another server before looking again, in ms. */
  pollMs: () => number;
}
