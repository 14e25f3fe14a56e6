import type { ChangeKind } from '../agenttools/changes/change-kind.js';
import type { ChangeProposal } from '../agenttools/tool.js';
import { defined } from '../foundation/defined.js';
import { invisibleCharacters, type InvisibleCharacters } from '../foundation/invisible.js';
import type { JsonObject } from '../foundation/json.js';
import type { AgentEvent } from './events.js';

/** Where a preview belongs. */
export interface PreviewOrigin {
  userId: string;
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
}

/** Keeps previews so that the user can decide later; resolves once the preview is stored. */
export interface PreviewSink {
  save(origin: PreviewOrigin, preview: ChangeProposal): Promise<SavedPreview>;
}

/** A stored preview as the event the user's page draws; its name is its kind's. */
export function previewEvent(
  saved: SavedPreview,
  toolUseId: string,
  preview: ChangeProposal,
  kind: Pick<ChangeKind, 'event'> | undefined,
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
    description,
    is_update: targetId !== undefined,
    expires_at: saved.expiresAt.toISOString(),
    payload_sha256: saved.sha256,
    ...hiddenIn(payload),
    ...own,
  };
  return { type: 'plugin_event', name: preview.kind, data };
}

/** What a payload hides from the eye, for whoever shows it; no field when there is nothing. */
export function hiddenIn(payload: JsonObject): { invisible_characters?: InvisibleCharacters[] } {
  const found = invisibleCharacters(payload);
  return found.length === 0 ? {} : { invisible_characters: found };
}
