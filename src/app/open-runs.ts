import { RunRegistry } from '../agentapi/run-registry.js';
import { LEASE_MS, RunKeeper } from '../agentapi/runs/run-keeper.js';
import { systemTimer } from '../foundation/timer.js';
import { Wakes } from '../agentapi/runs/wakes.js';
import { RunsService } from '../agentapi/runs.service.js';
import type { RunObserver } from '../agentloop/run-observer.js';
import { agentFor } from '../agents/agents.js';
import type { Config } from './config/config.js';
import { newId } from '../foundation/ids.js';
import type { Logger } from '../foundation/logger.js';
import type { Parts } from './parts.js';
import type { Database } from '../store/database.js';
import { startTimeOf } from '../store/process-identity.js';
import { listenToRuns } from '../store/run-listener.js';
import { PgRunLog, readNews } from '../store/run-log.store.js';

/** The runs of this server and what looks after them. */
export interface Runs {
  runs: RunsService;
  /** The log of all runs, and who waits for news of which. */
  log: PgRunLog;
  wakes: Wakes;
  /** How long to wait for news from another server before looking again, in ms. */
  pollMs: () => number;
  /** Ends all runs with a terminal event, waits for their readers at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** How soon news from another server are found where the database cannot tell of them, in ms. */
const POLL_MS = 250;
/** The same while it can. */
const LISTENING_POLL_MS = 2_000;

/** Ends what a crash left behind, and makes ready to run. */
export async function openRuns(
  config: Config,
  db: Database,
  parts: Pick<Parts, 'loop' | 'conversations'> & { observer: RunObserver },
  logger: Logger,
): Promise<Runs> {
  const owner = { process: processName(), instanceId: newId() };
  const { client, admission, historyBudget } = config.limits;
  const log = new PgRunLog(db, owner, LEASE_MS, client.bufferBytes);
  const registry = new RunRegistry(admission);
  const wakes = new Wakes();
  const listener =
    config.databaseUrl === undefined
      ? undefined
      : listenToRuns(config.databaseUrl, onNews, () => wakes.fireAll());
  const pollMs = (): number => (listener?.isListening ? LISTENING_POLL_MS : POLL_MS);
  const aloneOnDatabase = db.kind === 'embedded';
  const keeper = new RunKeeper({ log, registry, logger, aloneOnDatabase, pollMs });
  function onNews(payload: string): void {
    const { cancel, runId } = readNews(payload);
    if (cancel) keeper.cancel(runId);
    // Readers of a run of this server were told without the database.
    else if (registry.get(runId) === undefined) wakes.fire(runId);
  }
  const grace = {
    graceMs: config.runGraceS * 1000,
    timer: systemTimer,
    watchedElsewhere: (runId: string) => log.isWatched(runId),
  };
  const limits = { historyBudget, windowBytes: client.bufferBytes };
  const runs = new RunsService(
    { ...parts, agentFor, log, wakes, grace, pollMs, ...limits },
    registry,
  );
  const stop = async (graceMs: number): Promise<void> => {
    await registry.stop(graceMs);
    keeper.stop();
    await listener?.close();
  };
  try {
    await keeper.start();
  } catch (error) {
    await stop(0);
    throw error;
  }
  return { runs, log, wakes, pollMs, stop };
}

/** This process, told from every other one of its machine, past and present. */
function processName(): string {
  return `${process.pid}@${startTimeOf(process.pid) ?? 'unknown'}`;
}
