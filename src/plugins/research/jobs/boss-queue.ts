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
 * Hands out work of users by turns, that of one user in the order it was sent. A job is taken in the transaction that also takes the lease
 * of its work, and is gone with it: either both happen, or the job is there for the next who asks.
 */
export type JobQueue = Awaited<ReturnType<typeof openBossQueue>>;

/**
 * Opens pg-boss on the server's own database: its tables come with the migrations, its workers,
 * maintenance and schedules are not used (docs/decisions/0038), so that it runs no statement by itself.
 */
export async function openBossQueue(db: Database, logger: Logger) {
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
    /** Makes a job, with the transaction; it can be taken after so many seconds. */
    send: async (tx: Queryable, job: Job, afterSeconds = 0) => {
      const [next] = await tx.query<{ turn: number | null }>(TURN, [job.researchId, job.key]);
      const priority = -(next?.turn ?? 0);
      const options = { db: sqlOn(tx), retryLimit: 0, startAfter: afterSeconds, priority };
      const id = await boss.send(QUEUE, job, options);
      if (id === null) throw new Error('pg-boss took no job');
    },
    /** Takes out the next job whose time has come, with the transaction; `undefined` when there is none. */
    take: async (tx: Queryable) => {
      const [job] = await boss.fetch<Job>(QUEUE, { db: sqlOn(tx) });
      if (job === undefined) return undefined;
      await boss.deleteJob(QUEUE, job.id, { db: sqlOn(tx) });
      return job.data;
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

/**
 * The turn of a job, kept as its priority with the sign changed: one behind the last of its user's that wait, and none
 * before the first that waits at all. So users with work get every other step, however much one of them has sent
 * (start-time fair queueing).
 */
const TURN = `
  select greatest(min(-j.priority), max(-j.priority) filter (where w.user_id = own.user_id) + 1) as turn
  from sextant.research_work own, ${JOBS_SCHEMA}.job j
  join sextant.research_work w
    on w.research_id = (j.data ->> 'researchId')::uuid and w.key = j.data ->> 'key'
  where own.research_id = $1 and own.key = $2
    and j.name = '${QUEUE}' and j.state = 'created' and j.start_after <= now()`;

/** pg-boss's view of the pool or of a transaction. */
function sqlOn(on: Queryable): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await on.query(text, values) }) };
}
