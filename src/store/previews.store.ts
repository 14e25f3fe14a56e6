import type { Clock } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import { AppError, conflict, invalidArguments } from '../foundation/errors.js';
import { isUuid, newId } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import type { AuditAction, AuditEntry } from './audit-log.store.js';
import { takePlace, requireReferences, type References } from './change-sets.store.js';
import type { Database, Queryable } from './database.js';
import {
  exactText,
  isByPolicy,
  type ExactText,
  type PreviewState,
  type StoredPreview,
  PREVIEW,
  toPreview,
  type PreviewRow,
} from './previews.model.js';
import { sha256Of, type ReceiptSigner } from './receipts.js';
import { toJsonb } from './stored-text.js';

/** What the caller knows of a preview; `id` is made up when absent. */
export interface NewPreview extends References {
  id?: string;
  userId: string;
  runId: string;
  conversationId: string;
  toolUseId: string;
  kind: string;
  source?: string;
  /** What it was made from, or sets; a newer one of the same takes the place of those that wait. */
  subject?: string;
  /** Only of other runs: two changes of one run may both be meant. */
  acrossRuns?: boolean;
  /** The waiting preview of another run that it corrects: its id, or at least the first eight characters. */
  replaces?: string;
  description: string;
  payload: JsonObject;
  targetId?: string;
  baseVersion?: number;
  diff?: JsonObject;
  details?: JsonObject;
  facts?: JsonObject;
  /** The set it belongs to; absent: that of its run. */
  changeSetId?: string;
  approverRole?: string;
  limits?: { changes?: number; deletes?: number };
  /** The payload without its secrets, for the audit log; absent: only its hash is kept there. */
  masked?: JsonObject;
}

export interface SavedPreview {
  id: string;
  expiresAt: Date;
  sha256: string;
  changeSetId: string;
  position: number;
  /** The ids of those whose place it took. */
  replaced?: string[];
}

/** Which previews to list; `limit` is 200 when left out, `offset` 0. */
export interface PreviewFilter {
  state?: PreviewState | 'expired' | undefined;
  conversationId?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

export interface From {
  state: PreviewState;
  attempt?: string | undefined;
}

/** Cannot be accepted any more at `$3`. */
const ENDED = `(state = 'stale' or expires_at <= $3::timestamptz)`;

/** The previews that a filter is about, with the parameters of `matching` below. */
const MATCHES = `user_id = $1 and ($2::text is null or state = case $2 when 'expired' then 'waiting' else $2 end)
  and ($2 is null or state <> 'waiting' or (expires_at <= $3) = ($2 = 'expired')) and ($4::uuid is null or conversation_id = $4)`;

/** Previews in PostgreSQL; every method sees only the given user's own. */
export class PgPreviewStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly ttlMs: number,
    private readonly receipts: ReceiptSigner,
  ) {}

  /** Stores previews as `waiting`, all or none, each in place of those of its subject that wait or that it replaces. */
  async saveAll(previews: readonly NewPreview[]): Promise<SavedPreview[]> {
    return this.db.transaction(async (tx) => {
      const all: SavedPreview[] = [];
      for (const preview of previews)
        all.push(
          await this.saveIn(tx, preview).catch((error: unknown) => {
            if (!(error instanceof AppError) || previews.length === 1) throw error;
            const { code, message, details } = error;
            const which = `${all.length + 1} of ${previews.length} (${preview.description})`;
            throw new AppError(code, `Change ${which}: ${message}`, details);
          }),
        );
      return all;
    });
  }

  private async saveIn(tx: Queryable, preview: NewPreview): Promise<SavedPreview> {
    const { userId, kind, subject, replaces } = preview;
    if (subject !== undefined) {
      // Two at once must not miss each other.
      const key = JSON.stringify([userId, kind, subject]);
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    }
    const saved = await this.insert(tx, preview);
    const isReplacing = subject !== undefined || replaces !== undefined;
    const replaced = isReplacing ? await this.supersede(tx, preview, saved.id) : [];
    await this.proposed(tx, preview, saved);
    for (const one of replaced)
      await this.receipts.audit(
        tx,
        this.entry('superseded', userId, one, { superseded_by: saved.id }),
      );
    return replaced.length === 0 ? saved : { ...saved, replaced: replaced.map(({ id }) => id) };
  }

  /** Ends what waits and has its place taken; one that is being accepted at this moment does not wait any more. What is stale or has expired keeps its state. */
  private async supersede(
    tx: Queryable,
    { userId, runId, kind, subject, acrossRuns = false, replaces }: NewPreview,
    by: string,
  ): Promise<StoredPreview[]> {
    const rows = await tx.query<PreviewRow>(
      `update sextant.previews set superseded_by = $2,
         state = case when ${ENDED} then state else 'superseded' end,
         decided_at = case when ${ENDED} then decided_at else $3 end,
         outcome = case when ${ENDED} then outcome else $4 end
       where user_id = $1 and id <> $2 and superseded_by is null and (
         (state = 'waiting' and kind = $5 and subject = $6 and (not $7::boolean or run_id <> $8))
         or (state in ('waiting', 'stale') and length($9::text) >= 8
           and starts_with(id::text, $9::text) and run_id <> $8))
       returning ${PREVIEW}`,
      [
        ...[userId, by, this.clock(), supersededOutcome(by), kind],
        ...[subject, acrossRuns, runId],
        replaces,
      ],
    );
    if (replaces === undefined || rows.some(({ id }) => id.startsWith(replaces)))
      return rows.map(toPreview);
    throw invalidArguments(
      `No preview "${replaces.slice(0, 40)}" of an earlier message waits (any more), so nothing was proposed. Name one that a note says still waits, or leave "replaces" out.`,
      [{ path: 'replaces', message: 'must name a preview that waits' }],
    );
  }

  private async proposed(tx: Queryable, preview: NewPreview, saved: SavedPreview) {
    const { userId, runId, conversationId, kind, source, description, approverRole, masked } =
      preview;
    const origins = preview.details?.['origins'];
    const { id, changeSetId, position, sha256, expiresAt } = saved;
    const facts = {
      ...{ preview_id: id, change_set_id: changeSetId, position, kind, ...defined({ source }) },
      ...{ run_id: runId, conversation_id: conversationId, description, payload_sha256: sha256 },
      ...defined({ payload: loggable(masked), approver_role: approverRole, origins }),
      expires_at: expiresAt.toISOString(),
    };
    await this.receipts.audit(tx, { at: this.clock(), action: 'proposed', actor: userId, facts });
    return saved;
  }

  private entry(
    action: AuditAction,
    actor: string,
    { id, changeSetId, position, kind, source, shown }: StoredPreview,
    facts: JsonObject = {},
  ): AuditEntry {
    const common = {
      ...{ preview_id: id, kind, payload_sha256: shown.sha256 },
      ...defined({ change_set_id: changeSetId, position, source }),
    };
    return { at: this.clock(), action, actor, facts: { ...common, ...facts } };
  }

  private async change(
    query: string,
    values: readonly unknown[],
    entryOf: (changed: StoredPreview) => AuditEntry,
  ): Promise<StoredPreview | undefined> {
    return this.db.transaction(async (tx) => {
      const changed = first(await tx.query<PreviewRow>(query, values));
      if (changed !== undefined) await this.receipts.audit(tx, entryOf(changed));
      return changed;
    });
  }

  private async insert(db: Queryable, preview: NewPreview): Promise<SavedPreview> {
    const { userId, runId, conversationId, toolUseId, kind, description, payload } = preview;
    const { targetId, baseVersion, diff, source, subject, details, facts, approverRole } = preview;
    const id = preview.id ?? newId();
    const shown = exactText(payload);
    const now = this.clock();
    const expiresAt = new Date(now.getTime() + this.ttlMs);
    const place = await takePlace(db, preview, now);
    await requireReferences(db, preview, place);
    await requireWithinLimits(db, preview, place.changeSetId);
    const [row] = await db.query(
      `insert into sextant.previews (id, user_id, run_id, conversation_id, tool_use_id, kind,
         description, payload, payload_text, payload_sha256, target_id, base_version, diff,
         state, created_at, expires_at, source, subject, details, facts, change_set_id, position,
         approver_role)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'waiting', $14, $15, $16, $17,
         $18, $19, $20, $21, $22)
       on conflict (id) do nothing returning id`,
      [
        ...[id, userId, runId, conversationId, toolUseId, kind, description, payload],
        ...[shown.text, shown.sha256, targetId, baseVersion, diff, now, expiresAt, source],
        ...[subject, details, facts, place.changeSetId, place.position, approverRole],
      ],
    );
    if (row) return { id, expiresAt, sha256: shown.sha256, ...place };
    throw conflict(`A preview ${id} exists already: every preview has its own id.`);
  }

  async find(userId: string, id: string): Promise<StoredPreview | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await this.db.query<PreviewRow>(
      `select ${PREVIEW} from sextant.previews where id = $1 and user_id = $2`,
      [id, userId],
    );
    return first(rows);
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

  /** How many previews {@link list} could show, whatever its page. */
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

  /** `waiting` → `applying` under a new attempt, perhaps with an edited text; undefined when it does not wait. */
  async begin(
    userId: string,
    id: string,
    attempt: string,
    edited?: ExactText,
    sent?: ExactText,
    masked?: JsonObject,
  ): Promise<StoredPreview | undefined> {
    return this.change(
      `update sextant.previews set state = 'applying', attempt = $3, applying_since = $4,
         edited_text = $5, edited_sha256 = $6, sent_text = $7, sent_sha256 = $8
       where id = $1 and user_id = $2 and state = 'waiting' and expires_at > $4
       returning ${PREVIEW}`,
      [
        ...[id, userId, attempt, this.clock(), edited?.text ?? null, edited?.sha256 ?? null],
        ...[sent?.text ?? null, sent?.sha256 ?? null],
      ],
      (begun) =>
        this.entry('sent', userId, begun, {
          ...{ attempt, sent_sha256: (sent ?? edited ?? begun.shown).sha256 },
          edited: edited !== undefined,
          by_policy: isByPolicy(begun),
          // What was shown is in the entry of its proposal.
          ...defined({ sent: sent || edited ? loggable(masked) : undefined }),
        }),
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
      `update sextant.previews set state = $5, outcome = $6, decided_at = $7,
         answer = $8
       where id = $1 and user_id = $2 and state = $3 and attempt is not distinct from $4
         and (state <> 'waiting' or expires_at > $7)
       returning ${PREVIEW}`,
      [id, userId, from.state, from.attempt, to, outcome, now, kept],
      (settled) =>
        this.entry(to === 'rejected' ? 'rejected' : 'answered', userId, settled, {
          ...{ state: to, outcome: loggable(outcome) },
          ...defined({
            attempt: from.attempt,
            answer_sha256: kept && sha256Of(kept),
          }),
        }),
    );
  }

  /** Back to `waiting`, for an attempt of which it is certain that nothing was applied. */
  async release(userId: string, id: string, from: From, error?: JsonObject) {
    return this.change(
      `update sextant.previews set state = 'waiting', attempt = null, applying_since = null,
         edited_text = null, edited_sha256 = null, sent_text = null, sent_sha256 = null, outcome = null, decided_at = null
       where id = $1 and user_id = $2 and state = $3 and attempt is not distinct from $4
       returning ${PREVIEW}`,
      [id, userId, from.state, from.attempt],
      (released) =>
        this.entry('released', userId, released, defined({ attempt: from.attempt, error })),
    );
  }

  /** Notes the role that has to approve a waiting preview, where its owner's policies changed since; answers it. */
  async requireApproval(userId: string, id: string, role: string): Promise<void> {
    await this.change(
      `update sextant.previews set approver_role = $3, approved_by = null, approved_at = null
       where id = $1 and user_id = $2 and state = 'waiting' and approver_role is distinct from $3
       returning ${PREVIEW}`,
      [id, userId, role],
      (waiting) => this.entry('approval_asked', userId, waiting, { approver_role: role }),
    );
  }

  async seeAgain(userId: string, id: string, facts: JsonObject): Promise<void> {
    await this.db.query(
      `update sextant.previews set facts = $3
       where id = $1 and user_id = $2 and state = 'waiting'`,
      [id, userId, facts],
    );
  }

  /** How many changes of a source in a set were sent, or are being sent. */
  async countSent(userId: string, changeSetId: string, source: string) {
    const [row] = await this.db.query<{ changes: number; deletes: number }>(
      `select count(*)::int as changes,
         (count(*) filter (where payload->>'method' = 'DELETE'))::int as deletes
       from sextant.previews
       where change_set_id = $1 and user_id = $2 and source = $3
         and state in ('applying', 'accepted', 'unknown')`,
      [changeSetId, userId, source],
    );
    return row ?? { changes: 0, deletes: 0 };
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

/** Whoever has the set's row locked counts what is there; those that were replaced do not count. */
async function requireWithinLimits(
  db: Queryable,
  { limits = {}, source, payload }: NewPreview,
  changeSetId: string,
): Promise<void> {
  const isDelete = payload['method'] === 'DELETE';
  if (limits.changes === undefined && (limits.deletes === undefined || !isDelete)) return;
  const [row] = await db.query<{ changes: number; deletes: number }>(
    `select count(*)::int as changes,
       (count(*) filter (where payload->>'method' = 'DELETE'))::int as deletes
     from sextant.previews
     where change_set_id = $1 and source is not distinct from $2 and state <> 'superseded'`,
    [changeSetId, source ?? null],
  );
  const { changes = 0, deletes = 0 } = row ?? {};
  const over =
    changes >= (limits.changes ?? Infinity)
      ? `${limits.changes} changes`
      : isDelete && deletes >= (limits.deletes ?? Infinity)
        ? `${limits.deletes} deletions`
        : undefined;
  if (over === undefined) return;
  throw new AppError(
    'call_limit',
    `The operator allows at most ${over} of "${source}" in one change set, and that many are in this one: nothing more was proposed. Tell the user, who can decide on these first.`,
  );
}

const MAX_LOGGED = 64 * 1024;

/** What is too long for the log is told by its size; the hash is there in any case. */
function loggable(value: JsonObject | undefined): JsonObject | undefined {
  if (value === undefined) return undefined;
  const { length } = JSON.stringify(value);
  return length <= MAX_LOGGED ? value : { left_out_characters: length };
}

/** What accepting one that was replaced answers. */
function supersededOutcome(newer: string): JsonObject {
  const message = 'A newer preview took its place, so nothing was saved. Decide on the newer one.';
  const details = [{ path: 'superseded_by', message: newer }];
  return { error: { code: 'preview_superseded', message, details, superseded_by: newer } };
}

function first(rows: readonly PreviewRow[]): StoredPreview | undefined {
  return rows[0] && toPreview(rows[0]);
}
