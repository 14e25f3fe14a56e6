import { nothing } from '../../foundation/clock.js';
import type { FrameBatch, LogPage } from '../../store/run-log/run-log.model.js';
import type { PgRunLog } from '../../store/run-log/run-log.store.js';

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

/** One who waits for news about a run, from when it is made until it is stopped. */
interface Listener {
  /** Resolves once there is news that no call before was told of, when `closed` is aborted, or after `ms`. */
  news(ms?: number): Promise<void>;
  /** What news brought along after event `after`, perhaps nothing; undefined where the log has to be looked at. */
  told(after: number): LogPage | undefined;
  stop(): void;
}

/** Batches that news brought along are kept for readers that are busy, up to so many bytes a run. */
const TOLD_BYTES = 16 * 1024;

/** Who listens to a run, and the newest batches that news brought along, none missing in between. */
interface Listened {
  tells: Set<() => void>;
  told?: FrameWindow | undefined;
}

/** Tells readers of news. Who listens before it looks misses nothing; a wait may end by the clock. */
export class Notifier {
  private readonly listening = new Map<string, Listened>();

  listen(runId: string, closed: AbortSignal): Listener {
    let hasNews = closed.aborted;
    let wake = nothing;
    const tell = (): void => {
      hasNews = true;
      wake();
    };
    const listened = this.listening.get(runId) ?? { tells: new Set() };
    this.listening.set(runId, listened);
    const { tells } = listened;
    tells.add(tell);
    // Whatever was told: some news may have been lost.
    const look = (): void => {
      listened.told = undefined;
      wake();
    };
    closed.addEventListener('abort', tell, { once: true });
    return {
      news: (ms) => {
        let timer: NodeJS.Timeout | undefined;
        const told = new Promise<void>((resolve) => {
          wake = resolve;
          if (hasNews) resolve();
          else if (ms !== undefined) timer = setTimeout(look, ms).unref();
        });
        return told.then(() => {
          clearTimeout(timer);
          hasNews = closed.aborted;
        });
      },
      told: (after) => {
        const batches = listened.told?.since(after);
        return batches && { state: 'running', lastSeq: after, batches };
      },
      stop: () => {
        closed.removeEventListener('abort', tell);
        tells.delete(tell);
        if (tells.size === 0 && this.listening.get(runId) === listened) {
          this.listening.delete(runId);
        }
      },
    };
  }

  /** There are new events of a run: the batch, or some to be looked for. */
  notify(runId: string, batch?: FrameBatch): void {
    const listened = this.listening.get(runId);
    if (listened === undefined) return;
    if (batch === undefined || listened.told?.last !== batch.first - 1) {
      listened.told = batch && new FrameWindow(TOLD_BYTES);
    }
    if (batch !== undefined) listened.told?.push(batch);
    for (const tell of listened.tells) tell();
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
