import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { type Clock, repeat } from '../../foundation/clock.js';
import type { Logger } from '../../foundation/logger.js';
import type { PgRunLog } from '../../store/run-log/run-log.store.js';
import type { RetentionStore } from '../../store/retention.store.js';
import type { RetentionSettings } from '../config/limit-settings.js';

export interface RetentionDeps {
  store: RetentionStore;
  log: Pick<PgRunLog, 'deleteEvents'>;
  settings: RetentionSettings;
  clock: Clock;
  logger: Logger;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export async function deleteOld(deps: RetentionDeps): Promise<void> {
  const { store, log, settings, clock, logger } = deps;
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  const { runEventsDays, conversationsDays, previewsDays, auditDays } = settings;
  if (runEventsDays > 0) await log.deleteEvents(before(runEventsDays));
  const deleted = {
    conversations:
      conversationsDays && (await store.deleteConversations(before(conversationsDays))),
    previews: previewsDays && (await store.deletePreviews(before(previewsDays))),
    audit_entries: auditDays && (await store.cutAudit(before(auditDays))),
  };
  if (Object.values(deleted).some((count) => count > 0))
    logger.info(deleted, 'deleted what was kept long enough');
  await store.vacuum();
}

export class Retention implements OnModuleInit, OnApplicationShutdown {
  private stop = (): void => {};

  constructor(private readonly deps: RetentionDeps) {}

  onModuleInit(): void {
    const { logger } = this.deps;
    const failed = (error: unknown) =>
      logger.warn({ err: error }, 'deleting what is old failed; it is tried again in an hour');
    this.stop = repeat(HOUR_MS, () => deleteOld(this.deps), failed);
  }

  onApplicationShutdown(): void {
    this.stop();
  }
}
