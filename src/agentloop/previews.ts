import type { PreviewProposal } from '../agenttools/tool.js';
import type { AgentEvent } from './events.js';

/** Where a preview belongs. */
export interface PreviewOrigin {
  userId: string;
  runId: string;
  conversationId: string;
  toolUseId: string;
}

/** Keeps previews so that the user can decide later; resolves to the preview's id once it is stored. */
export interface PreviewSink {
  save(origin: PreviewOrigin, preview: PreviewProposal): Promise<string>;
}

/** A stored preview as the event the user's page draws. */
export function previewEvent(
  previewId: string,
  toolUseId: string,
  preview: PreviewProposal,
): AgentEvent {
  const { description, payload, targetId, extra } = preview;
  const common = {
    preview_id: previewId,
    tool_use_id: toolUseId,
    description,
    is_update: targetId !== undefined,
  };
  if (preview.kind === 'workflow_preview') {
    const id = targetId === undefined ? {} : { workflow_id: targetId };
    return { type: 'workflow_preview', data: { ...extra, ...common, workflow: payload, ...id } };
  }
  const config = (payload['config'] ?? payload) as typeof payload;
  const id = targetId === undefined ? {} : { config_id: targetId };
  return { type: 'table_config_preview', data: { ...extra, ...common, config, ...id } };
}
