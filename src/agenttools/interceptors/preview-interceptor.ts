import type { JsonObject } from '../../foundation/json.js';
import type { ToolCall as RequestedCall } from '../../llm/types.js';
import type { ChangeProposal, Tool } from '../tool.js';

/** How a proposed change is shown: the event's name, and its fields beside those of every preview. */
export interface PreviewEvent {
  event: string;
  data: JsonObject;
}

/**
 * Makes the event of what a tool proposes; the model gets `preview_sent` instead. It has no way to emit or store, and
 * gets a copy: what is stored, its hash, its policy and its expiry are the server's.
 */
export interface PreviewInterceptor {
  /** Short and unique: `change`. */
  name: string;
  /** True for the tools whose proposals it shows. One of a plugin is asked of tools that propose its plugin's kinds. */
  takes(tool: Tool): boolean;
  /** Soon there, in wire names. When it throws, nothing is stored, nothing is shown, and the call fails. */
  intercept(call: RequestedCall, outcome: ChangeProposal): PreviewEvent;
}
