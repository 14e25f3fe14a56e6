import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { type Clock, repeat, type Timer } from '../../foundation/clock.js';
import type { Logger } from '../../foundation/logger.js';
import type { PgRunLog } from '../../store/run-log/run-log.store.js';
import type { RetentionStore } from '../../store/retention.store.js';
import type { RetentionSettings } from '../config/limit-settings.js';

export interface RetentionDeps {
  store: RetentionStore;
  log: Pick<PgRunLog, 'deleteEvents'>;
  settings: RetentionSettings;
  clock: Clock;
  timer: Timer;
  logger: Logger;
}

const HOUR_MS = 60 * 60 * 1000;
/** Also a server that is restarted often comes to it. */
const FIRST_MS = HOUR_MS / 12;
const DAY_MS = 24 * HOUR_MS;

/** Each part by itself: one that fails is told of and holds up no other. Never rejects. */
export async function deleteOld(deps: RetentionDeps): Promise<void> {
  const { store, log, settings, clock, logger } = deps;
  const { runEventsDays, conversationsDays, previewsDays, auditDays } = settings;
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  const part = async (name: string, isOn: boolean, work: () => Promise<number | void>) => {
    if (!isOn) return;
    try {
      const count = await work();
      if (count) logger.info({ part: name, count }, 'deleted what was kept long enough');
    } catch (error) {
      logger.warn({ part: name, err: error }, 'deleting what is old failed; it is tried again');
    }
  };
  await part('run events', runEventsDays > 0, () => log.deleteEvents(before(runEventsDays)));
  await part('conversations', conversationsDays > 0, () =>
    store.deleteConversations(before(conversationsDays)),
  );
  await part('previews', previewsDays > 0, () => store.deletePreviews(before(previewsDays)));
  await part('audit log', auditDays > 0, () => store.cutAudit(before(auditDays)));
  await part('vacuum', true, () => store.vacuum());
}

export class Retention implements OnModuleInit, OnApplicationShutdown {
  private stop = (): void => {};

  constructor(private readonly deps: RetentionDeps) {}

  onModuleInit(): void {
    const { timer } = this.deps;
    const work = () => deleteOld(this.deps);
    this.stop = repeat(HOUR_MS, work, () => {}, { firstMs: FIRST_MS, timer });
  }

  onApplicationShutdown(): void {
    this.stop();
  }
}
