import { defined } from '../foundation/defined.js';
import type { JsonObject } from '../foundation/json.js';
import type { PreviewState, StoredPreview } from './previews.model.js';

/** A row of `sextant.previews` as the store reads it. */
export interface PreviewRow {
  id: string;
  run_id: string;
  conversation_id: string;
  tool_use_id: string;
  kind: string;
  source: string | null;
  subject: string | null;
  superseded_by: string | null;
  description: string;
  payload_text: string;
  payload_sha256: string;
  edited_text: string | null;
  edited_sha256: string | null;
  target_id: string | null;
  base_version: number | null;
  diff: JsonObject | null;
  state: PreviewState;
  created_at: Date;
  expires_at: Date;
  decided_at: Date | null;
  outcome: JsonObject | null;
  details: JsonObject | null;
  facts: JsonObject | null;
  sent_text: string | null;
  sent_sha256: string | null;
  answer: unknown;
  change_set_id: string | null;
  position: number | null;
  approver_role: string | null;
  approved_by: string | null;
  approved_at: Date | null;
  attempt: string | null;
  applying_since: Date | null;
}

/** The columns of {@link PreviewRow}. */
export const COLUMNS =
  'id, run_id, conversation_id, tool_use_id, kind, source, subject, superseded_by, description, payload_text, payload_sha256,' +
  ' edited_text, edited_sha256, target_id, base_version, diff, state, created_at, expires_at,' +
  ' decided_at, outcome, details, facts, sent_text, sent_sha256, answer, change_set_id, position,' +
  ' approver_role, approved_by, approved_at, attempt, applying_since';

/** The row as the server's own type; what is null there is absent here. */
export function toPreview(row: PreviewRow): StoredPreview {
  return {
    id: row.id,
    runId: row.run_id,
    conversationId: row.conversation_id,
    toolUseId: row.tool_use_id,
    kind: row.kind,
    description: row.description,
    shown: { text: row.payload_text, sha256: row.payload_sha256 },
    ...defined({
      edited:
        row.edited_text === null
          ? undefined
          : { text: row.edited_text, sha256: row.edited_sha256 ?? '' },
    }),
    ...present('source', row.source),
    ...present('subject', row.subject),
    ...present('supersededBy', row.superseded_by),
    ...present('targetId', row.target_id),
    ...present('baseVersion', row.base_version),
    ...present('diff', row.diff),
    state: row.state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...present('decidedAt', row.decided_at),
    ...present('outcome', row.outcome),
    ...present('details', row.details),
    ...present('facts', row.facts),
    ...(row.sent_text === null
      ? {}
      : { sent: { text: row.sent_text, sha256: row.sent_sha256 ?? '' } }),
    ...present('answer', row.answer),
    ...present('changeSetId', row.change_set_id),
    ...present('position', row.position),
    ...approvalIn(row),
    ...present('attempt', row.attempt),
    ...present('applyingSince', row.applying_since),
  };
}

function approvalIn({ approver_role: role, approved_by: by, approved_at: at }: PreviewRow) {
  if (role === null) return {};
  return { approval: { role, ...present('by', by), ...present('at', at) } };
}

function present<K extends string, V>(key: K, value: V | null): Partial<Record<K, V>> {
  return value === null ? {} : ({ [key]: value } as Partial<Record<K, V>>);
}
