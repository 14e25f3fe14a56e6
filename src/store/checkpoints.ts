import { repeat } from '../foundation/repeat.js';
import type { Queryable } from './database.js';

const LOOK_MS = 60_000;
/** What is replayed at most after a kill, beside what was written within {@link LOOK_MS}. */
const DUE_BYTES = 256 * 1024 * 1024;

/**
 * Has the embedded database write a checkpoint now and then, which nothing else does: PGlite runs without
 * PostgreSQL's checkpointer, so its log would grow until the server stops, and be replayed whole after
 * a kill. Returns what ends it. A checkpoint that fails is tried again; one for a full disk says so itself.
 */
export function keepCheckpoints(db: Queryable): () => void {
  const work = async (): Promise<void> => void (await checkpointIfDue(db, DUE_BYTES));
  return repeat(LOOK_MS, work, () => {});
}

/** Writes a checkpoint when the log has grown by `bytes` since the last one; `true` when it did. */
export async function checkpointIfDue(db: Queryable, bytes: number): Promise<boolean> {
  const [due] = await db.query(
    `select 1 from pg_control_checkpoint()
     where pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1`,
    [bytes],
  );
  if (due) await db.query('checkpoint');
  return due !== undefined;
}
