import type { ChangeKind } from '../agenttools/changes/change-kind.js';
import type { Caller, ChangeProposal } from '../agenttools/tool.js';
import { defined } from '../foundation/defined.js';
import { invisibleCharacters, type InvisibleCharacters } from '../foundation/invisible.js';
import type { JsonObject } from '../foundation/json.js';
import type { AgentEvent } from './events.js';

/** Where a preview belongs. */
export interface PreviewOrigin {
  /** Who asks; a policy may look at their roles, or apply the change with their token. */
  caller: Caller;
  runId: string;
  conversationId: string;
  toolUseId: string;
  /** The source of the tool that proposed it. */
  source: string;
}

/** What a stored preview is known by. */
export interface SavedPreview {
  id: string;
  /** Until when the user can decide. */
  expiresAt: Date;
  /** SHA-256 of the exact JSON text that accepting sends, in hex. */
  sha256: string;
  /** The set of the run's changes that it belongs to, and its place there, from 1. */
  changeSetId: string;
  position: number;
  /** Where accepting sends it; absent where that is not the operator's to choose. */
  origin?: string;
  /** The role of another user who has to approve it first. */
  approverRole?: string;
  /** What became of it, where a policy let it through without a person: state, and result or error. */
  decided?: JsonObject;
}

/**
 * Keeps previews so that the user can decide later; resolves once the preview is stored. Rejects with
 * `invalid_arguments` what refers to a change that is not there, with `change_refused` what a policy refuses.
 */
export interface PreviewSink {
  save(origin: PreviewOrigin, preview: ChangeProposal): Promise<SavedPreview>;
}

/** A stored preview as the event the user's page draws; its name is its kind's. */
export function previewEvent(
  saved: SavedPreview,
  toolUseId: string,
  preview: ChangeProposal,
  kind: Pick<ChangeKind, 'event' | 'eventName'> | undefined,
  source: string,
): AgentEvent {
  const { description, payload, targetId, extra } = preview;
  const own = kind?.event?.(preview) ?? {
    payload,
    ...defined({ target_id: targetId }),
  };
  const data = {
    ...extra,
    preview_id: saved.id,
    tool_use_id: toolUseId,
    ...(kind?.eventName === undefined
      ? {}
      : { kind: preview.kind, source, ...defined({ origin: saved.origin }) }),
    description,
    is_update: targetId !== undefined,
    expires_at: saved.expiresAt.toISOString(),
    payload_sha256: saved.sha256,
    change_set_id: saved.changeSetId,
    position: saved.position,
    ...hiddenIn(payload),
    ...defined({ approval: approvalView(saved) }),
    ...saved.decided,
    ...own,
  };
  return { type: 'plugin_event', name: kind?.eventName ?? preview.kind, data };
}

function approvalView({ approverRole: role }: SavedPreview): JsonObject | undefined {
  return role === undefined ? undefined : { role, state: 'needed' };
}

/** The name under which the model may refer to what a change will have made. */
export function changeRef({ position }: Pick<SavedPreview, 'position'>): string {
  return `change_${position}`;
}

/** What a payload hides from the eye, for the code that shows it; no field when there is nothing. */
export function hiddenIn(payload: JsonObject): { invisible_characters?: InvisibleCharacters[] } {
  const found = invisibleCharacters(payload);
  return found.length === 0 ? {} : { invisible_characters: found };
}
