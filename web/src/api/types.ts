import type { ErrorBody } from '../../../src/foundation/errors.js';
import type { JsonObject } from '../../../src/foundation/json.js';

/** A list as every route of the server answers it. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** One agent that can be talked to. */
export interface AgentInfo {
  context_type: string;
  title: string;
  description: string;
  examples: string[];
}

/** `GET /v1/agent/info`: who answers, and who asks. */
export interface ServerInfo {
  agents: AgentInfo[];
  model: { provider: string; model: string };
  embedder: { id: string | null; state: string };
  auth: 'none' | 'jwt' | 'static';
  user_id: string;
}

/** One conversation in the list. */
export interface ConversationSummary {
  id: string;
  title: string;
  context_type: string;
  updated_at: string;
}

/** Where a preview stands (docs/previews.md). */
export type PreviewState =
  'waiting' | 'expired' | 'applying' | 'accepted' | 'rejected' | 'failed' | 'stale' | 'unknown';

/** A preview in a list. */
export interface PreviewSummary {
  id: string;
  run_id: string;
  conversation_id: string;
  tool_use_id: string;
  kind: 'workflow_preview' | 'table_config_preview';
  description: string;
  is_update: boolean;
  target_id?: string;
  base_version?: number;
  state: PreviewState;
  created_at: string;
  expires_at: string;
  decided_at?: string;
  payload_sha256: string;
  edited: boolean;
  result?: { id: string; name: string; version?: number };
  reason?: string;
  recovered?: boolean;
  /** Of a stale one: what it would change now, and the version it would change. */
  diff?: unknown;
  current_version?: number;
  error?: ErrorBody['error'];
}

/** A whole preview. */
export interface StoredPreview extends PreviewSummary {
  payload: JsonObject;
  payload_text: string;
  edited_text?: string;
}

/** One tool of the catalogue. */
export interface ToolInfo {
  name: string;
  description: string;
  groups: string[];
  effect: 'read' | 'preview' | 'write';
  input_schema: JsonObject;
  examples: string[];
}
