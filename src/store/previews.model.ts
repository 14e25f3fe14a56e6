import { writeJson } from '../foundation/exact-json.js';
import { createHash } from 'node:crypto';
import type { JsonObject } from '../foundation/json.js';
import { withoutNulls } from './database.js';

export const previewStates = [
  'waiting',
  'applying',
  'accepted',
  'rejected',
  'failed',
  'stale',
  'unknown',
  'superseded',
] as const;

/**
 * Where a preview stands. `applying`: accepted, the platform has not answered yet; `stale`: what it
 * changes has moved on; `unknown`: it was sent, and whether it was applied cannot be told;
 * `superseded`: a newer one took its place.
 */
export type PreviewState = (typeof previewStates)[number];

export interface ExactText {
  text: string;
  sha256: string;
}

export function exactText(value: JsonObject): ExactText {
  const text = writeJson(value);
  return { text, sha256: createHash('sha256').update(text, 'utf8').digest('hex') };
}

/** What the name of an attempt ends with that no person has begun. */
export const BY_POLICY = '/direct';

/** True for a change that a policy let through: nobody has decided on it. */
export function isByPolicy({ attempt, state }: Pick<StoredPreview, 'attempt' | 'state'>): boolean {
  return state !== 'waiting' && attempt?.endsWith(BY_POLICY) === true;
}

/** A second pair of eyes; `by` and `at` are there once somebody has approved. */
export interface Approval {
  role: string;
  by?: string;
  at?: Date;
}

/** What a change says of itself from its proposal on. */
export interface ProposedPreview {
  runId: string;
  conversationId: string;
  toolUseId: string;
  /** The kind of the change, e.g. `http_request`. */
  kind: string;
  /** The source of the tool that proposed it; absent in old ones. */
  source?: string;
  /** What it was made from, such as a draft, or sets; a newer one of the same takes the place of those that wait. */
  subject?: string;
  description: string;
  targetId?: string;
  baseVersion?: number;
  diff?: JsonObject;
  /** What it was shown with beside its payload, in wire names. */
  details?: JsonObject;
  /** What applying and undoing it need; never shown. */
  facts?: JsonObject;
  /** The set of changes that it belongs to; absent in old ones, and in a new one of its run's set. */
  changeSetId?: string;
}

/** A change that was shown to a user and waits for the decision. */
export interface StoredPreview extends ProposedPreview {
  id: string;
  /** The newer preview that took its place. */
  supersededBy?: string;
  /** Exactly the body that was shown. */
  shown: ExactText;
  edited?: ExactText;
  state: PreviewState;
  createdAt: Date;
  expiresAt: Date;
  decidedAt?: Date;
  /** What the decision led to: the platform's answer, an error, a reason. */
  outcome?: JsonObject;
  /** What was sent where that is neither the shown nor the edited text: with its references resolved. */
  sent?: ExactText;
  answer?: unknown;
  /** Its place in its set, from 1; absent in old ones. */
  position?: number;
  approval?: Approval;
  /** The attempt to apply it, and since when: of the last one. */
  attempt?: string;
  applyingSince?: Date;
}

export interface PreviewRow extends Omit<StoredPreview, 'shown' | 'edited' | 'sent' | 'approval'> {
  owner: string;
  shownText: string;
  shownSha256: string;
  editedText: string | null;
  editedSha256: string | null;
  sentText: string | null;
  sentSha256: string | null;
  role: string | null;
  approvedBy: string | null;
  approvedAt: Date | null;
}

/** What {@link toPreview} reads of `sextant.previews`. */
export const PREVIEW = `id, user_id as owner, run_id as "runId", conversation_id as "conversationId", tool_use_id as "toolUseId",
  kind, source, subject, superseded_by as "supersededBy", description, target_id as "targetId",
  base_version as "baseVersion", diff, state, created_at as "createdAt", expires_at as "expiresAt",
  decided_at as "decidedAt", outcome, details, facts, answer, change_set_id as "changeSetId", position,
  attempt, applying_since as "applyingSince", payload_text as "shownText",
  payload_sha256 as "shownSha256", edited_text as "editedText", edited_sha256 as "editedSha256",
  sent_text as "sentText", sent_sha256 as "sentSha256", approver_role as role,
  approved_by as "approvedBy", approved_at as "approvedAt"`;

/** The row as the server's own type; what is null there is absent here. */
export function toPreview({ owner: _, ...row }: PreviewRow): StoredPreview {
  const { shownText, shownSha256, editedText, editedSha256, sentText, sentSha256, ...others } = row;
  const { role, approvedBy: by, approvedAt: at, ...preview } = others;
  const exact = (text: string | null, sha256: string | null) =>
    text === null ? null : { text, sha256: sha256 ?? '' };
  return withoutNulls({
    ...preview,
    shown: { text: shownText, sha256: shownSha256 },
    edited: exact(editedText, editedSha256),
    sent: exact(sentText, sentSha256),
    approval: role === null ? null : withoutNulls({ role, by, at }),
  }) as StoredPreview;
}
