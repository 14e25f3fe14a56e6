import type { Clock } from '../foundation/clock.js';
import { audit } from './audit-log.store.js';
import type { PgConversationViewStore } from './conversation-views.store.js';
import type { Database } from './database.js';

/** The most that one transaction deletes: others wait for it no longer than that. */
const BATCH = 200;
const AUDIT_BATCH = 2_000;

export class RetentionStore {
  constructor(
    private readonly db: Database,
    private readonly views: Pick<PgConversationViewStore, 'delete'>,
    private readonly clock: Clock,
  ) {}

  /** Conversations nobody has written to since, as if their users had deleted them; one with a running run stays. Rejects with the first reason when all was tried and some could not be deleted. */
  async deleteConversations(before: Date): Promise<number> {
    let failure: Error | undefined;
    let last = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
    const tried = await this.inBatches(async () => {
      const found = await this.db.query<{ id: string; user_id: string; at: string }>(
        `select id, user_id, updated_at::text as at from sextant.conversations as c
         where updated_at < $1 and (updated_at, id) > ($2::timestamptz, $3::uuid) and not exists
           (select 1 from sextant.runs where conversation_id = c.id and state = 'running')
         order by updated_at, id limit ${BATCH}`,
        [before, last.at, last.id],
      );
      for (const { id, user_id: userId } of found)
        await this.views.delete(userId, id).catch((error: Error) => (failure ??= error));
      last = found.at(-1) ?? last;
      return found.length;
    }, BATCH);
    if (failure !== undefined) throw failure;
    return tried;
  }

  /** Previews decided or expired before, and change sets that have none left; what may have been sent stays. */
  async deletePreviews(before: Date): Promise<number> {
    return this.inBatches(async () => {
      const rows = await this.db.query(
        `delete from sextant.previews where id in (
           select id from sextant.previews where coalesce(decided_at, expires_at) < $1
             and state not in ('applying', 'unknown') order by coalesce(decided_at, expires_at) limit ${BATCH})
         returning 1`,
        [before],
      );
      if (rows.length < BATCH) await this.deleteEmptySets(before);
      return rows.length;
    }, BATCH);
  }

  private async deleteEmptySets(before: Date): Promise<void> {
    await this.db.query(
      `delete from sextant.change_sets as s where created_at < $1
         and not exists (select 1 from sextant.previews where change_set_id = s.id)
         and not exists (select 1 from sextant.change_sets where undo_of = s.id)`,
      [before],
    );
  }

  /** Cuts the log's oldest entries from before, never the last; the cut is an entry with the hash that follows. */
  async cutAudit(before: Date): Promise<number> {
    return this.inBatches(() => this.cutAuditOnce(before), AUDIT_BATCH);
  }

  private async cutAuditOnce(before: Date): Promise<number> {
    return this.db.transaction(async (tx) => {
      // Whoever adds to the log waits, and so does another server that cuts it.
      await tx.query('select 1 from sextant.audit_head for update');
      const [last] = await tx.query<{ seq: number; hash: string; entries: number }>(
        `with oldest as (
           select seq, hash, (entry::jsonb ->> 'at')::timestamptz < $1 as is_old
           from sextant.audit_log order by seq limit ${AUDIT_BATCH}
         ), cut as (
           select * from oldest where seq < coalesce(
             (select min(seq) from oldest where is_old is not true),
             (select seq from sextant.audit_head))
         )
         select seq, hash, (select count(*)::int from cut) as entries from cut
         order by seq desc limit 1`,
        [before],
      );
      if (last === undefined) return 0;
      await tx.query('alter table sextant.audit_log disable trigger keep_audit_log');
      await tx.query('delete from sextant.audit_log where seq <= $1', [last.seq]);
      await tx.query('alter table sextant.audit_log enable trigger keep_audit_log');
      const facts = { up_to_seq: last.seq, up_to_hash: last.hash, entries: last.entries };
      await audit(tx, [{ at: this.clock(), action: 'cut', actor: 'sextant', facts }]);
      return last.entries;
    });
  }

  /** Gives room of deleted rows back, table by table: the embedded database has no process for it. */
  async vacuum(): Promise<void> {
    if (this.db.kind !== 'embedded') return;
    const tables = await this.db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('sextant', 'sextant_jobs', 'knowledge') order by 1`,
    );
    for (const { name } of tables) await this.db.query(`vacuum (truncate false) ${name}`);
  }

  private async inBatches(once: () => Promise<number>, batch: number): Promise<number> {
    for (let sum = 0; ;) {
      const count = await once();
      sum += count;
      if (count < batch) return sum;
    }
  }
}
