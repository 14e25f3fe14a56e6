import { RunRegistry } from '../agentapi/run-registry.js';
import { LEASE_MS, RunKeeper } from '../agentapi/runs/run-keeper.js';
import { systemTimer } from '../foundation/timer.js';
import { Notifier } from '../agentapi/runs/notifier.js';
import { RunsService, type RunsDeps } from '../agentapi/runs.service.js';
import type { RunNews } from '../agentapi/runs/run-news.js';
import type { Config } from './config/config.js';
import { newId } from '../foundation/ids.js';
import type { Logger } from '../foundation/logger.js';
import type { Database } from '../store/database.js';
import { startTimeOf } from '../store/process-identity.js';
import { listenToRuns } from '../store/run-listener.js';
import { PgRunLog, readNews } from '../store/run-log.store.js';

/** The log of runs and what looks after it; chats come in once {@link RunBase.serve} was called. */
export interface RunBase {
  news: RunNews;
  log: PgRunLog;
  /** Makes the service of runs, and ends what a crash left behind. */
  serve(parts: RunParts): Promise<RunsService>;
  /** Ends all runs with a terminal event, waits for their readers at most `graceMs`. Only the first call does. */
  stop(graceMs: number): Promise<void>;
}

/** What runs are made of. */
export type RunParts = Pick<
  RunsDeps,
  'loop' | 'conversations' | 'observer' | 'chooseAgent' | 'attachments'
>;

/** How soon news from another server are found where the database cannot tell of them, in ms. */
const POLL_MS = 250;
/** The same while it can. */
const LISTENING_POLL_MS = 2_000;

/** Opens the log of runs. */
export function openRuns(config: Config, db: Database, logger: Logger): RunBase {
  const owner = { process: processName(), instanceId: newId() };
  const { client, admission, historyBudget } = config.limits;
  const log = new PgRunLog(db, owner, LEASE_MS, client.bufferBytes);
  const registry = new RunRegistry(admission);
  const notifier = new Notifier();
  const listener =
    config.databaseUrl === undefined
      ? undefined
      : listenToRuns(config.databaseUrl, onNews, () => notifier.notifyAll());
  const pollMs = (): number => (listener?.isListening ? LISTENING_POLL_MS : POLL_MS);
  const aloneOnDatabase = db.kind === 'embedded';
  const keeper = new RunKeeper({ log, registry, logger, aloneOnDatabase, pollMs });
  function onNews(payload: string): void {
    const { cancel, runId } = readNews(payload);
    if (cancel) keeper.cancel(runId);
    // Readers of a run of this server were told without the database.
    else if (registry.get(runId) === undefined) notifier.notify(runId);
  }
  const grace = {
    graceMs: config.runGraceS * 1000,
    timer: systemTimer,
    watchedElsewhere: (runId: string) => log.isWatched(runId),
  };
  const limits = { historyBudget, windowBytes: client.bufferBytes };
  let stopped: Promise<void> | undefined;
  const stop = async (graceMs: number): Promise<void> => {
    await registry.stop(graceMs);
    keeper.stop();
    await listener?.close();
  };
  return {
    log,
    news: { log, notifier, pollMs },
    serve: async (parts) => {
      await keeper.start();
      return new RunsService({ ...parts, log, notifier, grace, pollMs, ...limits }, registry);
    },
    stop: (graceMs) => (stopped ??= stop(graceMs)),
  };
}

/** This process, told from every other one of its machine, past and present. */
function processName(): string {
  return `${process.pid}@${startTimeOf(process.pid) ?? 'unknown'}`;
}
