import type { ErrorBody } from '../../../src/foundation/errors.js';
import type { InvisibleCharacters } from '../../../src/foundation/invisible.js';
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
  embedder: { id: string; state: 'ok' | 'down' | 'off' };
  auth: 'none' | 'jwt' | 'static';
  user_id: string;
  version: string;
}

/** One conversation in the list. */
export interface ConversationSummary {
  id: string;
  title: string;
  context_type: string;
  updated_at: string;
  /** The run that answers it at this moment. */
  running_run_id?: string;
}

/** One run of a conversation. */
export interface ConversationRun {
  run_id: string;
  state: 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted';
  /** What the user wrote. */
  message: string;
  created_at: string;
  ended_at: string | null;
  /** False once its events were deleted; its messages stay. */
  events_available: boolean;
}

/** A stored message, with the run it belongs to; null where that is no longer known. */
export type ConversationMessage = { run_id: string | null } & (
  | { role: 'user'; content: string }
  | {
      role: 'assistant';
      content: string;
      tool_calls?: { tool_use_id: string; name: string; input: JsonObject }[];
    }
  | { role: 'tool'; tool_use_id: string; name: string; is_error: boolean; result: unknown }
);

/** A whole conversation. */
export interface ConversationView extends ConversationSummary {
  runs: ConversationRun[];
  messages: ConversationMessage[];
}

/** Where a preview stands (docs/previews.md). */
export type PreviewState =
  | 'waiting'
  | 'expired'
  | 'applying'
  | 'accepted'
  | 'rejected'
  | 'failed'
  | 'stale'
  | 'superseded'
  | 'unknown';

/** A preview in a list. */
export interface PreviewSummary {
  id: string;
  run_id: string;
  conversation_id: string;
  tool_use_id: string;
  kind: string;
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
  /** The newer preview of the same draft that took its place. */
  superseded_by?: string;
  error?: ErrorBody['error'];
}

/** A whole preview. */
export interface StoredPreview extends PreviewSummary {
  payload: JsonObject;
  payload_text: string;
  invisible_characters?: InvisibleCharacters[];
  edited_text?: string;
}

/** What was begun by chat and not finished; the other fields belong to its kind. */
export interface DraftItem {
  id: string;
  kind: string;
  name: string;
  updated_at: string;
  expires_at: string;
}

/** One tool of the catalogue. */
export interface ToolInfo {
  name: string;
  description: string;
  /** The id of the source it comes from. */
  source: string;
  /** What it calls there, where it was not written in code. */
  operation?: { id: string; method: string; path: string } | { tool: string };
  groups: string[];
  effect: 'read' | 'preview' | 'write';
  input_schema: JsonObject;
  examples: string[];
}

/** Where a run stands. */
export interface RunState {
  run_id: string;
  conversation_id: string;
  context_type: string;
  state: ConversationRun['state'];
  last_event_id: number;
  cancel_requested: boolean;
  started_at: string;
  ended_at: string | null;
  tool_calls: { tool_use_id: string; name: string; effect: string; state: string }[];
}

/** What a research is to find out. */
export interface NewResearch {
  query: string;
  kb?: string;
  language?: 'de' | 'en';
  research_queries?: string[];
  options?: Record<string, unknown>;
}
