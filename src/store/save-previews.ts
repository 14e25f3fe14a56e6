import { defined } from '../foundation/defined.js';
import { AppError, conflict, invalidArguments } from '../foundation/errors.js';
import { newId } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import {
  countInSet,
  limitReached,
  requireReferences,
  takePlace,
  type References,
  type SetLimits,
} from './change-sets.store.js';
import type { Queryable } from './database.js';
import type { AuditEntry } from './audit-log.store.js';
import { entryOf, loggable, type PreviewLog } from './preview-log.js';
import {
  exactText,
  PREVIEW,
  previewStates,
  toPreview,
  type PreviewRow,
  type ProposedPreview,
  type StoredPreview,
} from './previews.model.js';

/** What the caller knows of a preview; `id` is made up when absent. */
export interface NewPreview extends ProposedPreview, References {
  id?: string;
  userId: string;
  /** Only of other runs: two changes of one run may both be meant. */
  acrossRuns?: boolean;
  /** The waiting preview of another run that it corrects: its id, or at least the first eight characters. */
  replaces?: string;
  payload: JsonObject;
  approverRole?: string;
  limits?: SetLimits;
  /** The payload without its secrets, for the audit log; absent: only its hash is kept there. */
  masked?: JsonObject;
}

export interface SavedRow {
  id: string;
  expiresAt: Date;
  sha256: string;
  changeSetId: string;
  position: number;
  /** The ids of those whose place it took. */
  replaced?: string[];
}

/** How long previews can be decided on, and what tells of them. */
interface Saving extends PreviewLog {
  ttlMs: number;
}

/** Stores them in their order, and tells of all at the end. */
export async function savePreviews(
  tx: Queryable,
  previews: readonly NewPreview[],
  saving: Saving,
): Promise<SavedRow[]> {
  const told: AuditEntry[] = [];
  const all: SavedRow[] = [];
  for (const preview of previews)
    all.push(
      await savePreview(tx, preview, saving, told).catch((error: unknown) => {
        if (!(error instanceof AppError) || previews.length === 1) throw error;
        const { code, message, details } = error;
        const which = `${all.length + 1} of ${previews.length} (${preview.description})`;
        throw new AppError(code, `Change ${which}: ${message}`, details);
      }),
    );
  await saving.receipts.audit(tx, told);
  return all;
}

async function savePreview(
  tx: Queryable,
  preview: NewPreview,
  saving: Saving,
  told: AuditEntry[],
): Promise<SavedRow> {
  const { userId, kind, subject, replaces } = preview;
  if (subject !== undefined) {
    // Two at once must not miss each other.
    const key = JSON.stringify([userId, kind, subject]);
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  }
  const saved = await insert(tx, preview, saving);
  const isReplacing = subject !== undefined || replaces !== undefined;
  const replaced = isReplacing ? await supersede(tx, preview, saved.id, saving.clock()) : [];
  const superseded = {
    action: 'superseded',
    actor: userId,
    facts: { superseded_by: saved.id },
  } as const;
  told.push(proposedEntry(preview, saved, saving));
  told.push(...replaced.map((one) => entryOf(saving, one, superseded)));
  return replaced.length === 0 ? saved : { ...saved, replaced: replaced.map(({ id }) => id) };
}

/** Cannot be accepted any more at `$3`. */
const ENDED = `(state in ('stale', 'failed') or expires_at <= $3::timestamptz)`;

/** Ends what waits and has its place taken; one that is being accepted at this moment does not wait any more. What is stale, was refused or has expired keeps its state. */
async function supersede(
  tx: Queryable,
  { userId, runId, kind, subject, acrossRuns = false, replaces }: NewPreview,
  by: string,
  now: Date,
): Promise<StoredPreview[]> {
  const rows = await tx.query<PreviewRow>(
    `update sextant.previews set superseded_by = $2,
       state = case when ${ENDED} then state else 'superseded' end,
       decided_at = case when ${ENDED} then decided_at else $3 end,
       outcome = case when ${ENDED} then outcome else $4 end
     where user_id = $1 and id <> $2 and superseded_by is null and (
       (state = 'waiting' and kind = $5 and subject = $6 and (not $7::boolean or run_id <> $8))
       or (state in ('waiting', 'stale', 'failed') and length($9::text) >= 8
         and starts_with(id::text, $9::text) and run_id <> $8))
     returning ${PREVIEW}`,
    [userId, by, now, supersededOutcome(by), kind, subject, acrossRuns, runId, replaces],
  );
  if (replaces === undefined || rows.some(({ id }) => id.startsWith(replaces)))
    return rows.map(toPreview);
  throw invalidArguments(
    `No preview "${replaces.slice(0, 40)}" of an earlier message waits (any more), so nothing was proposed. Name one that a note says still waits, or leave "replaces" out.`,
    [{ path: 'replaces', message: 'must name a preview that waits' }],
  );
}

function proposedEntry(preview: NewPreview, saved: SavedRow, { clock }: PreviewLog): AuditEntry {
  const { userId, runId, conversationId, kind, source, description, approverRole, masked } =
    preview;
  const origins = preview.details?.['origins'];
  const { id, changeSetId, position, sha256, expiresAt } = saved;
  const facts = {
    preview_id: id,
    change_set_id: changeSetId,
    position,
    kind,
    ...defined({ source }),
    run_id: runId,
    conversation_id: conversationId,
    description,
    payload_sha256: sha256,
    ...defined({ payload: loggable(masked), approver_role: approverRole, origins }),
    expires_at: expiresAt.toISOString(),
  };
  return { at: clock(), action: 'proposed', actor: userId, facts };
}

async function insert(
  db: Queryable,
  preview: NewPreview,
  { clock, ttlMs }: Saving,
): Promise<SavedRow> {
  const { userId, runId, conversationId, toolUseId, kind, description, payload } = preview;
  const { targetId, baseVersion, diff, source, subject, details, facts, approverRole } = preview;
  const id = preview.id ?? newId();
  const shown = exactText(payload);
  const now = clock();
  const expiresAt = new Date(now.getTime() + ttlMs);
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
      id,
      userId,
      runId,
      conversationId,
      toolUseId,
      kind,
      description,
      payload,
      shown.text,
      shown.sha256,
      targetId,
      baseVersion,
      diff,
      now,
      expiresAt,
      source,
      subject,
      details,
      facts,
      place.changeSetId,
      place.position,
      approverRole,
    ],
  );
  if (row) return { id, expiresAt, sha256: shown.sha256, ...place };
  throw conflict(`A preview ${id} exists already: every preview has its own id.`);
}

/** Whoever has the set's row locked counts what is there; those that were replaced do not count. */
async function requireWithinLimits(
  db: Queryable,
  { limits = {}, userId, source, payload }: NewPreview,
  changeSetId: string,
): Promise<void> {
  const counted = previewStates.filter((state) => state !== 'superseded');
  const over = await limitReached(limits, payload, () =>
    countInSet(db, { userId, changeSetId, source }, counted),
  );
  if (over === undefined) return;
  throw new AppError(
    'call_limit',
    `The operator allows at most ${over} of "${source}" in one change set, and that many are in this one: nothing more was proposed. Tell the user, who can decide on these first.`,
  );
}

/** What accepting one that was replaced answers. */
function supersededOutcome(newer: string): JsonObject {
  const message = 'A newer preview took its place, so nothing was saved. Decide on the newer one.';
  const details = [{ path: 'superseded_by', message: newer }];
  return { error: { code: 'preview_superseded', message, details, superseded_by: newer } };
}
