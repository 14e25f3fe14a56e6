import type { AgentEvent } from '../../agentloop/events.js';
import type { JsonObject } from '../../foundation/json.js';

/** A change that waits for its user, as its event shows it; the other fields belong to its kind. */
export interface ShownPreview extends JsonObject {
  /** Its kind, which is also the event's name. */
  kind: string;
  preview_id: string;
  tool_use_id: string;
  description: string;
  expires_at: string;
  payload_sha256: string;
}

/**
 * The preview that an event shows; undefined for any other event, and for a change that a policy has let through:
 * nobody is to be asked about it. Every kind's event has these fields.
 */
export function previewIn(event: AgentEvent): ShownPreview | undefined {
  if (event.type !== 'plugin_event') return undefined;
  const { name: kind, data } = event;
  const isPreview = FIELDS.every((field) => typeof data[field] === 'string') && !isDecided(data);
  return isPreview ? ({ ...data, kind } as unknown as ShownPreview) : undefined;
}

function isDecided({ preview_id: id, state }: JsonObject): boolean {
  return typeof id === 'string' && typeof state === 'string';
}

const FIELDS = ['preview_id', 'tool_use_id', 'description', 'expires_at', 'payload_sha256'];
