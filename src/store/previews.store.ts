import type { Clock } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import { isUuid } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import { addUndo, type NewUndo } from './change-sets.store.js';
import type { AuditAction } from './audit-log.store.js';
import type { Database, Queryable } from './database.js';
import { changePreview, loggable, type OwnedPreview } from './preview-log.js';
import {
  isByPolicy,
  type ExactText,
  type PreviewState,
  type StoredPreview,
  PREVIEW,
  toPreview,
  type PreviewRow,
} from './previews.model.js';
import { sha256Of, type ReceiptSigner } from './receipts.js';
import { savePreviews, type NewPreview, type SavedRow } from './save-previews.js';
import { toJsonb } from './stored-text.js';

/** Which previews to list; `limit` is 200 when left out, `offset` 0. */
export interface PreviewFilter {
  state?: PreviewState | 'expired' | undefined;
  conversationId?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** What is sent where it is not the shown text: as somebody edited it, with its references resolved, and without secrets. */
interface SentTexts {
  edited?: ExactText | undefined;
  sent?: ExactText | undefined;
  masked?: JsonObject;
}

export interface From {
  state: PreviewState;
  attempt?: string | undefined;
}

/** The previews that a filter is about, with the parameters of `matching` below. */
const MATCHES = `user_id = $1 and ($2::text is null or state = case $2 when 'expired' then 'waiting' else $2 end)
  and ($2 is null or state <> 'waiting' or (expires_at <= $3) = ($2 = 'expired')) and ($4::uuid is null or conversation_id = $4)`;

/** Previews in PostgreSQL; every method sees only the given user's own. */
export class PgPreviewStore {
  constructor(
    private readonly db: Database,
    readonly clock: Clock,
    readonly ttlMs: number,
    readonly receipts: ReceiptSigner,
  ) {}

  /** Stores previews as `waiting`, all or none, each in place of those of its subject that wait or that it replaces. */
  async saveAll(previews: readonly NewPreview[]): Promise<SavedRow[]> {
    return this.db.transaction((tx) => savePreviews(tx, previews, this));
  }

  /** Stores a set that takes another back, whole or not at all; answers its id, or that of an open one. */
  async saveUndo(undo: NewUndo, previews: readonly NewPreview[]): Promise<string> {
    return this.db.transaction(async (tx) => {
      const uses = previews.map(({ toolUseId }) => toolUseId);
      const id = await addUndo(tx, undo, uses, this.clock());
      if (id === undo.id) await savePreviews(tx, previews, this);
      return id;
    });
  }

  async find(userId: string, id: string): Promise<StoredPreview | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await this.db.query<PreviewRow>(
      `select ${PREVIEW} from sextant.previews where id = $1 and user_id = $2`,
      [id, userId],
    );
    return rows[0] && toPreview(rows[0]);
  }

  /** The user's newest previews; `expired` are those that wait in vain, `waiting` the others. */
  async list(userId: string, filter: PreviewFilter = {}): Promise<StoredPreview[]> {
    const rows = await this.db.query<PreviewRow>(
      `select ${PREVIEW} from sextant.previews
       where ${MATCHES} order by created_at desc, id limit $5 offset $6`,
      [...this.matching(userId, filter), filter.limit ?? 200, filter.offset ?? 0],
    );
    return rows.map(toPreview);
  }

  async count(userId: string, filter: PreviewFilter = {}): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(
      `select count(*)::int as total from sextant.previews where ${MATCHES}`,
      this.matching(userId, filter),
    );
    return row?.total ?? 0;
  }

  private matching(userId: string, { state, conversationId }: PreviewFilter): unknown[] {
    return [userId, state ?? null, this.clock(), conversationId ?? null];
  }

  /** The second of the values is whose preview it is. */
  private async change(
    action: AuditAction,
    query: string,
    values: readonly [id: string, userId: string, ...unknown[]],
    factsOf: (changed: StoredPreview) => JsonObject,
    first?: (tx: Queryable) => Promise<void>,
  ): Promise<StoredPreview | undefined> {
    const entryFor = ({ preview }: OwnedPreview) => {
      return { action, actor: values[1], facts: factsOf(preview) };
    };
    return (await changePreview(this.db, this, [query, values], entryFor, first))?.preview;
  }

  /** `waiting` → `applying` under a new attempt, perhaps with an edited text; undefined when it does not wait. `within` may refuse it. */
  async begin(
    userId: string,
    id: string,
    attempt: string,
    { edited, sent, masked }: SentTexts = {},
    within?: (tx: Queryable) => Promise<void>,
  ): Promise<StoredPreview | undefined> {
    return this.change(
      'sent',
      `update sextant.previews set state = 'applying', attempt = $3, applying_since = $4,
         edited_text = $5, edited_sha256 = $6, sent_text = $7, sent_sha256 = $8
       where id = $1 and user_id = $2 and state = 'waiting' and expires_at > $4
       returning ${PREVIEW}`,
      [
        id,
        userId,
        attempt,
        this.clock(),
        edited?.text ?? null,
        edited?.sha256 ?? null,
        sent?.text ?? null,
        sent?.sha256 ?? null,
      ],
      (begun) => ({
        attempt,
        sent_sha256: (sent ?? edited ?? begun.shown).sha256,
        edited: edited !== undefined,
        by_policy: isByPolicy(begun),
        // What was shown is in the entry of its proposal.
        ...defined({ sent: sent || edited ? loggable(masked) : undefined }),
      }),
      within,
    );
  }

  /** Says that an attempt is still under way. */
  async renew(userId: string, id: string, attempt: string): Promise<void> {
    await this.db.query(
      `update sextant.previews set applying_since = $4
       where id = $1 and user_id = $2 and attempt = $3 and state = 'applying'`,
      [id, userId, attempt, this.clock()],
    );
  }

  /** Ends an attempt or a wait: undefined when the preview is no longer as `from` says. */
  async settle(
    userId: string,
    id: string,
    from: From,
    to: Exclude<PreviewState, 'waiting' | 'applying'>,
    outcome: JsonObject,
    answer?: unknown,
  ): Promise<StoredPreview | undefined> {
    const now = this.clock();
    const kept = answer === undefined ? undefined : toJsonb(answer);
    return this.change(
      to === 'rejected' ? 'rejected' : 'answered',
      `update sextant.previews set state = $5, outcome = $6, decided_at = $7,
         answer = $8
       where id = $1 and user_id = $2 and state = $3 and attempt is not distinct from $4
         and (state <> 'waiting' or expires_at > $7)
       returning ${PREVIEW}`,
      [id, userId, from.state, from.attempt, to, outcome, now, kept],
      () => ({
        state: to,
        outcome: loggable(outcome),
        ...defined({ attempt: from.attempt, answer_sha256: kept && sha256Of(kept) }),
      }),
    );
  }

  /** Back to `waiting`, for an attempt of which it is certain that nothing was applied. */
  async release(userId: string, id: string, from: From, error?: JsonObject) {
    return this.change(
      'released',
      `update sextant.previews set state = 'waiting', attempt = null, applying_since = null,
         edited_text = null, edited_sha256 = null, sent_text = null, sent_sha256 = null, outcome = null, decided_at = null
       where id = $1 and user_id = $2 and state = $3 and attempt is not distinct from $4
       returning ${PREVIEW}`,
      [id, userId, from.state, from.attempt],
      () => defined({ attempt: from.attempt, error }),
    );
  }

  /** Notes the role that has to approve a waiting preview, where its owner's policies changed since; answers it. */
  async requireApproval(userId: string, id: string, role: string): Promise<void> {
    await this.change(
      'approval_asked',
      `update sextant.previews set approver_role = $3, approved_by = null, approved_at = null
       where id = $1 and user_id = $2 and state = 'waiting' and approver_role is distinct from $3
       returning ${PREVIEW}`,
      [id, userId, role],
      () => ({ approver_role: role }),
    );
  }

  async seeAgain(userId: string, id: string, facts: JsonObject): Promise<void> {
    await this.db.query(
      `update sextant.previews set facts = $3
       where id = $1 and user_id = $2 and state = 'waiting'`,
      [id, userId, facts],
    );
  }

  /** What the user decided in a conversation, oldest first, at most the 50 newest. */
  async decisions(userId: string, conversationId: string): Promise<StoredPreview[]> {
    if (!isUuid(conversationId)) return [];
    const rows = await this.db.query<PreviewRow>(
      `select ${PREVIEW} from sextant.previews
       where user_id = $1 and conversation_id = $2 and state not in ('waiting', 'applying', 'superseded')
       order by decided_at desc, id limit 50`,
      [userId, conversationId],
    );
    return rows.map(toPreview).reverse();
  }
}
