import PgBoss from 'pg-boss';
import type { Logger } from '../../../foundation/logger.js';
import type { Database, Queryable } from '../../../store/database.js';

/** The schema of pg-boss's tables (001 of the plugin's migrations). */
export const JOBS_SCHEMA = 'sextant_jobs';
const QUEUE = 'research';

/** Which piece of work a job is an attempt of. */
export interface Job {
  researchId: string;
  key: string;
}

/**
 * Hands out work in the order it was sent. A job is taken in the transaction that also takes the lease
 * of its work, and is gone with it: either both happen, or the job is there for the next who asks.
 */
export interface JobQueue {
  /** Makes a job, with the transaction; it can be taken after so many seconds. */
  send(tx: Queryable, job: Job, afterSeconds?: number): Promise<void>;
  /** Takes out the oldest job whose time has come, with the transaction; `undefined` when there is none. */
  take(tx: Queryable): Promise<Job | undefined>;
  close(): Promise<void>;
}

/**
 * Opens pg-boss on the server's own database: its tables come with the migrations, its workers,
 * maintenance and schedules are not used (docs/decisions/0038), so that it runs no statement by itself.
 */
export async function openBossQueue(db: Database, logger: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    db: sqlOn(db),
    schema: JOBS_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => logger.warn({ err: error }, 'the job queue reports an error'));
  await boss.start();
  return {
    send: async (tx, job, afterSeconds = 0) => {
      const options = { db: sqlOn(tx), retryLimit: 0, startAfter: afterSeconds };
      const id = await boss.send(QUEUE, job, options);
      if (id === null) throw new Error('pg-boss took no job');
    },
    take: async (tx) => {
      const [job] = await boss.fetch<Job>(QUEUE, { db: sqlOn(tx) });
      if (job === undefined) return undefined;
      await boss.deleteJob(QUEUE, job.id, { db: sqlOn(tx) });
      return job.data;
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

/** pg-boss's view of the pool or of a transaction. */
function sqlOn(on: Queryable): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await on.query(text, values) }) };
}
