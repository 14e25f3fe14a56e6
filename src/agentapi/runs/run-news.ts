import type { PgRunLog } from '../../store/run-log/run-log.store.js';
import type { Notifier } from './notifier.js';

/** The log of all runs, and who waits for news of which: what a stream is read from. */
export interface RunNews {
  log: PgRunLog;
  notifier: Notifier;
  /** How long to wait for news from another server before looking again, in ms. */
  pollMs: () => number;
}
