import { conflict } from '../foundation/errors.js';
import type { Database, Queryable } from './database.js';
import { RUN_CHANNEL } from './run-notices.js';
import type { BegunRun, RunState } from './run-log/run-log.model.js';

/** A run that belongs to no server: any may write to its log, in the transaction that changes what it is about. */
export interface NewDurableRun {
  id: string;
  userId: string;
  contextType: string;
  message: string;
  /** The key its request came with, and that request's digest; both make sending again safe. */
  idempotencyKey?: string;
  requestHash: string;
}

/** The logs of runs without an owner, in the tables of all others; without a lease no server's death ends them. */
export class PgDurableRuns {
  constructor(private readonly db: Database) {}

  /** Stores a run; answers it or, when the user began one under the same key before, that one. */
  async create(tx: Queryable, run: NewDurableRun): Promise<BegunRun> {
    const { id, userId, contextType, message } = run;
    // The update changes nothing: it lets the statement answer the row that is there.
    const [begun] = await tx.query<{ id: string; request_hash: string }>(
      `insert into sextant.runs (id, user_id, context_type, message, idempotency_key, request_hash)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (user_id, idempotency_key) where idempotency_key is not null
       do update set idempotency_key = excluded.idempotency_key
       returning id, request_hash`,
      [id, userId, contextType, message, run.idempotencyKey, run.requestHash],
    );
    if (begun === undefined) throw new Error('the run was not stored');
    return { id: begun.id, requestHash: begun.request_hash };
  }

  /** Appends `count` events, encoded from the first's number, and the run's state. `conflict`: it has ended. */
  async append(
    tx: Queryable,
    id: string,
    count: number,
    encode: (first: number) => string,
    state: RunState = 'running',
  ): Promise<void> {
    const [run] = await tx.query<{ last_seq: number }>(
      `update sextant.runs set last_seq = last_seq + $2, state = $3,
         ended_at = case when $3 = 'running' then null else now() end
       where id = $1 and instance_id is null and state = 'running' returning last_seq`,
      [id, count, state],
    );
    if (run === undefined) throw conflict(`The run ${id} has ended.`);
    const first = run.last_seq - count + 1;
    await tx.query(
      `insert into sextant.run_events (run_id, first_seq, last_seq, frames)
       values ($1, $2, $3, $4) returning ${this.told}`,
      [id, first, run.last_seq, encode(first)],
    );
  }

  private get told(): string {
    return this.db.kind === 'postgres' ? `pg_notify(${RUN_CHANNEL}, run_id::text)` : '1';
  }
}
