import { invisibleCharacters } from '../foundation/invisible.js';
import type { JsonObject } from '../foundation/json.js';
import type { PreviewProposal } from '../agenttools/tool.js';
import type { AgentEvent, EventData } from './events.js';

/** Where a preview belongs. */
export interface PreviewOrigin {
  userId: string;
  runId: string;
  conversationId: string;
  toolUseId: string;
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
  save(origin: PreviewOrigin, preview: PreviewProposal): Promise<SavedPreview>;
}

/** The version of the target that a proposal was made on; absent for a new one. */
export function baseVersionOf(payload: JsonObject): number | undefined {
  const version = payload['if_version'];
  return Number.isInteger(version) ? (version as number) : undefined;
}

/** A stored preview as the event the user's page draws. */
export function previewEvent(
  saved: SavedPreview,
  toolUseId: string,
  preview: PreviewProposal,
): AgentEvent {
  const { description, payload, targetId, extra } = preview;
  const common = {
    preview_id: saved.id,
    tool_use_id: toolUseId,
    description,
    is_update: targetId !== undefined,
    expires_at: saved.expiresAt.toISOString(),
    payload_sha256: saved.sha256,
    ...hiddenIn(payload),
  };
  if (preview.kind === 'workflow_preview') {
    const id = targetId === undefined ? {} : { workflow_id: targetId };
    return { type: 'workflow_preview', data: { ...extra, ...common, workflow: payload, ...id } };
  }
  const config = (payload['config'] ?? payload) as typeof payload;
  const id = targetId === undefined ? {} : { config_id: targetId };
  return { type: 'table_config_preview', data: { ...extra, ...common, config, ...id } };
}

/** What a payload hides from the eye, for whoever shows it; no field when there is nothing. */
export function hiddenIn(payload: JsonObject): Pick<EventData['workflow_preview'], typeof HIDDEN> {
  const found = invisibleCharacters(payload);
  return found.length === 0 ? {} : { [HIDDEN]: found };
}

const HIDDEN = 'invisible_characters';
