import { parseJson, writeJson } from '../../foundation/exact-json.js';
import { IsBoolean, IsIn, IsObject, IsOptional, IsUUID } from 'class-validator';
import type { ChangeKind } from '../../agenttools/changes/change-kind.js';
import { defined } from '../../foundation/defined.js';
import type { ErrorBody } from '../../foundation/errors.js';
import { asList, type JsonObject, valueAt } from '../../foundation/json.js';
import { hiddenIn } from '../../agentloop/previews.js';
import {
  isByPolicy,
  previewStates,
  type Approval,
  type StoredPreview,
} from '../../store/previews.model.js';
import { AnyText } from '../../http/body-fields.js';
import { PageQuery } from '../page-query.js';
import { shownState, type ShownState } from './preview-states.js';

export const MAX_REASON = 1000;

export class AcceptBody {
  @IsOptional()
  @IsObject({ message: 'payload must be an object: the whole body to send instead' })
  payload?: JsonObject;

  @IsOptional()
  @IsBoolean({ message: 'with_secrets must be true or false' })
  with_secrets?: boolean;
}

export class RejectBody {
  @IsOptional()
  @AnyText('reason', MAX_REASON)
  reason?: string;
}

const shownStates: readonly ShownState[] = [...previewStates, 'expired'];

export class PreviewsQuery extends PageQuery {
  @IsOptional()
  @IsIn(shownStates, { message: `state must be one of: ${shownStates.join(', ')}` })
  state?: ShownState;

  @IsOptional()
  @IsUUID('all', { message: 'conversation_id must be a UUID' })
  conversation_id?: string;
}

/** Why an accepted preview was not applied; undefined for any other. */
export function errorIn({ outcome }: StoredPreview): ErrorBody['error'] | undefined {
  return outcome?.['error'] as ErrorBody['error'] | undefined;
}

export function toSummary(preview: StoredPreview, now: Date): JsonObject {
  const { targetId, baseVersion, decidedAt, edited, outcome, source, changeSetId } = preview;
  return {
    id: preview.id,
    source,
    change_set_id: changeSetId,
    position: preview.position,
    run_id: preview.runId,
    conversation_id: preview.conversationId,
    tool_use_id: preview.toolUseId,
    kind: preview.kind,
    description: preview.description,
    title: preview.details?.['title'],
    is_update: targetId !== undefined,
    target_id: targetId,
    target: preview.details?.['target'],
    base_version: baseVersion,
    state: shownState(preview, now),
    superseded_by: preview.supersededBy,
    approval: approvalView(preview.approval),
    created_at: preview.createdAt.toISOString(),
    expires_at: preview.expiresAt.toISOString(),
    decided_at: decidedAt?.toISOString(),
    payload_sha256: preview.shown.sha256,
    edited: edited !== undefined,
    by_policy: isByPolicy(preview) ? true : undefined,
    edited_sha256: edited?.sha256,
    ...outcome,
  };
}

export function approvalView(approval: Approval | undefined): JsonObject | undefined {
  if (approval === undefined) return undefined;
  const { role, by, at } = approval;
  const state = by === undefined ? 'needed' : 'given';
  return { role, state, by, at: at?.toISOString() };
}

/** A whole preview without secrets: the exact text that is sent, and the diff shown, or of a stale one that of now. */
export function toView(preview: StoredPreview, now: Date, kind?: Pick<ChangeKind, 'masked'>) {
  const { shown, edited, sent, diff, details } = preview;
  const all = [shown, sent ?? edited ?? shown].map(({ text }) => parseJson(text) as JsonObject);
  const [payload = {}, sentPayload] = all.map((one) => withoutSecrets(one, preview, kind));
  return {
    ...details,
    diff: details?.['diff'] ?? diff,
    ...toSummary(preview, now),
    payload,
    ...(sent || edited ? { sent_payload: sentPayload } : {}),
    // The texts would tell what is masked; their hashes are there.
    ...(writeJson([payload, sentPayload]) === writeJson(all) &&
      defined({ payload_text: shown.text, edited_text: edited?.text, sent_text: sent?.text })),
    ...hiddenIn(all[1] ?? {}),
  };
}

/** What the answer to a change has at the places that are masked in its `result`. */
export function secretsOf({ outcome, answer }: StoredPreview): JsonObject {
  const places = asList(outcome?.['result_masked']).map(String);
  return Object.fromEntries(places.map((place) => [place, valueAt(answer, place)]));
}

/** What is to be sent as it stands now, edited or as shown, without its secrets. */
export function maskedPayloadOf(preview: StoredPreview, kind?: Pick<ChangeKind, 'masked'>) {
  const { text } = preview.edited ?? preview.shown;
  return withoutSecrets(parseJson(text) as JsonObject, preview, kind);
}

function withoutSecrets(
  payload: JsonObject,
  { facts = {} }: StoredPreview,
  kind?: Pick<ChangeKind, 'masked'>,
): JsonObject {
  return kind?.masked?.(payload, facts) ?? payload;
}
