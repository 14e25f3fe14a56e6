import type { Clock } from '../../../foundation/clock.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ConversationCleanup } from '../../../store/conversation-views.store.js';
import type { Queryable } from '../../../store/database.js';
import { toJsonb } from '../../../store/stored-text.js';

/** Stands for the id of a table that has not been saved yet: one per conversation. */
export const NEW_TABLE = 'new';

interface WorkingCopy {
  config: JsonObject;
  /** One short sentence per change since the saved config, oldest first. */
  changes: readonly string[];
  /** Version of the saved config it started from; absent for a new table. */
  baseVersion?: number;
}

export interface ListedWorkingCopy {
  conversationId: string;
  configId: string;
  copy: WorkingCopy;
  updatedAt: Date;
  expiresAt: Date;
}

/** What a copy is stored under. */
type CopyKey = [userId: string, conversationId: string, configId: string];

type Row = Omit<ListedWorkingCopy, 'copy'> & WorkingCopy;

const COPIES = `select conversation_id as "conversationId", config_id as "configId", config, changes,
    base_version as "baseVersion", updated_at as "updatedAt", expires_at as "expiresAt"
  from sextant.working_copies where user_id = $1 and expires_at > $2`;

/** Pending configs, one per user, conversation and config id ({@link NEW_TABLE}); each lives `ttlMs` after its last change. */
export class PgWorkingCopyStore {
  constructor(
    private readonly db: Queryable,
    private readonly clock: Clock,
    private readonly ttlMs: number,
  ) {}

  /** The caller's own copy, or undefined when there is none or it has expired. */
  async get(...key: CopyKey): Promise<WorkingCopy | undefined> {
    return (await this.listed(...key))?.copy;
  }

  async listed(...[userId, ...place]: CopyKey): Promise<ListedWorkingCopy | undefined> {
    const [copy] = await this.copies(userId, 'and conversation_id = $3 and config_id = $4', place);
    return copy;
  }

  async latest(userId: string, conversationId: string): Promise<ListedWorkingCopy | undefined> {
    const newest = 'and conversation_id = $3 order by updated_at desc limit 1';
    const [copy] = await this.copies(userId, newest, [conversationId]);
    return copy;
  }

  list(userId: string, limit: number): Promise<ListedWorkingCopy[]> {
    const order = 'order by updated_at desc, conversation_id, config_id limit $3';
    return this.copies(userId, order, [limit]);
  }

  async count(userId: string): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(
      `select count(*)::int as total from sextant.working_copies
       where user_id = $1 and expires_at > $2`,
      [userId, this.clock()],
    );
    return row?.total ?? 0;
  }

  /** Stores or replaces the caller's copy and renews its expiry. */
  async put(...[userId, conversationId, configId, copy]: [...CopyKey, WorkingCopy]): Promise<void> {
    const now = this.clock();
    await this.db.query('delete from sextant.working_copies where expires_at <= $1', [now]);
    await this.db.query(
      `insert into sextant.working_copies
         (user_id, conversation_id, config_id, config, changes, base_version, updated_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (user_id, conversation_id, config_id) do update set
         config = excluded.config, changes = excluded.changes,
         base_version = excluded.base_version,
         updated_at = excluded.updated_at, expires_at = excluded.expires_at`,
      [
        userId,
        conversationId,
        configId,
        toJsonb(copy.config),
        toJsonb(copy.changes),
        copy.baseVersion ?? null,
        now,
        new Date(now.getTime() + this.ttlMs),
      ],
    );
  }

  async clear(...key: CopyKey): Promise<void> {
    await this.db.query(
      `delete from sextant.working_copies
       where user_id = $1 and conversation_id = $2 and config_id = $3`,
      key,
    );
  }

  private async copies(
    userId: string,
    which: string,
    values: readonly unknown[],
  ): Promise<ListedWorkingCopy[]> {
    const found = [userId, this.clock(), ...values];
    const rows = await this.db.query<Row>(`${COPIES} ${which}`, found);
    return rows.map(({ config, changes, baseVersion, ...row }) => {
      return { ...row, copy: { config, changes, baseVersion: baseVersion ?? undefined } };
    });
  }
}

/** Deletes all copies of a conversation that goes; a {@link ConversationCleanup}. */
export const deleteWorkingCopies: ConversationCleanup = async (tx, userId, conversationId) => {
  await tx.query('delete from sextant.working_copies where conversation_id = $1 and user_id = $2', [
    conversationId,
    userId,
  ]);
};
