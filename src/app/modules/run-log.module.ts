import {
  Module,
  type BeforeApplicationShutdown,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { RunRegistry } from '../../agentapi/admission.js';
import { Notifier } from '../../agentapi/runs/notifier.js';
import { cancelledByUser, LEASE_MS, RunKeeper } from '../../agentapi/runs/run-keeper.js';
import { newId } from '../../foundation/ids.js';
import { startTimeOf } from '../../store/directory-lock.js';
import { listenToRuns, readNotices } from '../../store/run-notices.js';
import { PgRunLog } from '../../store/run-log/run-log.store.js';
import { Lifetime } from './lifetime.js';
import { provide, CONFIG, DATABASE, LOGGER, RUN_NEWS } from './injection.js';
import { StoreModule } from './store.module.js';

/** How long what is under way may take to end with the server. */
export const STOP_GRACE_MS = 2_000;
/** How soon news from another server are found where the database cannot tell of them, in ms. */
const POLL_MS = 250;
/** The same while it can. */
const LISTENING_POLL_MS = 2_000;

const providers: Provider[] = [
  Notifier,
  provide(RunRegistry, [CONFIG], ({ limits }) => new RunRegistry(limits.admission)),
  provide(PgRunLog, [DATABASE, CONFIG], (db, { limits }) => {
    const owner = { process: processName(), instanceId: newId() };
    return new PgRunLog(db, owner, LEASE_MS, limits.client.bufferBytes);
  }),
  provide(
    RUN_NEWS,
    [PgRunLog, Notifier, RunRegistry, CONFIG, Lifetime],
    async (log, notifier, registry, { databaseUrl }, lifetime) => {
      if (databaseUrl === undefined) return { log, notifier, pollMs: () => POLL_MS };
      const hear = (payload: string): void => {
        for (const { id, batch, wish } of readNotices(payload)) {
          const own = registry.get(id);
          // Readers of a run of this server were told without the database.
          if (own === undefined && wish === undefined) notifier.notify(id, batch);
          if (own === undefined || wish === undefined) continue;
          // What was stored before it asked was not told.
          if (!own.isWatched) log.tell({ id });
          own.watch();
          if (wish === 'cancel') own.cancel(cancelledByUser());
        }
      };
      const missed = () => notifier.notifyAll();
      const onNews = (payload: string): void => {
        try {
          hear(payload);
        } catch {
          // Whatever was sent there, it ends no server.
          missed();
        }
      };
      const listener = await lifetime.open(() => listenToRuns(databaseUrl, onNews, missed));
      const pollMs = () => (listener.isListening ? LISTENING_POLL_MS : POLL_MS);
      return { log, notifier, pollMs };
    },
  ),
  provide(
    RunKeeper,
    [RUN_NEWS, PgRunLog, RunRegistry, DATABASE, LOGGER],
    ({ pollMs }, log, registry, { kind }, logger) =>
      new RunKeeper({ log, registry, logger, aloneOnDatabase: kind === 'embedded', pollMs }),
  ),
];

/** This process, told from every other one of its machine, past and present. */
function processName(): string {
  return `${process.pid}@${startTimeOf(process.pid) ?? 'unknown'}`;
}

/** The log of runs and what looks after it. */
@Module({ imports: [StoreModule], providers, exports: [PgRunLog, RUN_NEWS, RunRegistry] })
export class RunLogModule implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly keeper: RunKeeper,
    private readonly registry: RunRegistry,
  ) {}

  /** Ends what a crash left behind. */
  onModuleInit(): Promise<void> {
    return this.keeper.start();
  }

  /** Streams get their terminal event before their sockets go. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.registry.stop(STOP_GRACE_MS);
    this.keeper.stop();
  }
}
