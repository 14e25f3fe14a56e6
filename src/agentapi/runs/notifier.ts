import type { PgRunLog } from '../../store/run-log/run-log.store.js';

/** One who waits for news about a run, from when it is made until it is stopped. */
interface Listener {
  /** Resolves once there is news that no call before was told of, when `closed` is aborted, or after `ms`. */
  news(ms?: number): Promise<void>;
  stop(): void;
}

/** Tells readers of news. Who listens before it looks misses nothing; a wait may end by the clock. */
export class Notifier {
  private readonly listening = new Map<string, Set<() => void>>();

  listen(runId: string, closed: AbortSignal): Listener {
    let hasNews = closed.aborted;
    let wake = (): void => {};
    const tell = (): void => {
      hasNews = true;
      wake();
    };
    const all = this.listening.get(runId) ?? new Set();
    this.listening.set(runId, all.add(tell));
    closed.addEventListener('abort', tell, { once: true });
    return {
      news: async (ms) => {
        let timer: NodeJS.Timeout | undefined;
        if (!hasNews) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (ms !== undefined) timer = setTimeout(resolve, ms).unref();
          });
          clearTimeout(timer);
        }
        hasNews = closed.aborted;
      },
      stop: () => {
        closed.removeEventListener('abort', tell);
        all.delete(tell);
        if (all.size === 0 && this.listening.get(runId) === all) this.listening.delete(runId);
      },
    };
  }

  notify(runId: string): void {
    for (const tell of this.listening.get(runId) ?? []) tell();
  }

  /** News of all runs: some may have been missed. */
  notifyAll(): void {
    for (const runId of this.listening.keys()) this.notify(runId);
  }
}

/** The log of all runs, and who waits for news of which: what a stream is read from. */
export interface RunNews {
  log: PgRunLog;
  notifier: Notifier;
  /** How long to wait for news from another server before looking again, in ms. */
  pollMs: () => number;
}
