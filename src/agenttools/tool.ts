import type { JsonObject } from '../foundation/json.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import type { OutsideKnowledge } from '../knowledge/outside/outside.model.js';
import type { ExplorerClient } from './explorer/explorer-client.js';
import type { CaseReader } from './law/cases.js';
import type { LegalSources } from './legal-research/legal-sources.js';
import type { Platform } from './platform.js';
import type { RunScratch } from './run-scratch.js';
import type { WorkingCopies } from './tables/working-copies.js';
import type { DraftStore } from './workflow/drafts.js';

/** Which context types see a tool: a tool of both groups is shared. */
export type ToolGroup =
  | 'workflow'
  | 'tables'
  | 'knowledge'
  | 'documents'
  | 'explorer'
  | 'law'
  | 'legal_research'
  | 'core';

/** `read` may run in parallel and again; `preview` shows a change; `write` changes something of ours (a draft). */
export type ToolEffect = 'read' | 'preview' | 'write';

/** The user on whose behalf a tool runs. */
export interface Caller {
  userId: string;
  /** The caller's own `Authorization` header, forwarded to the platform and to nobody else. */
  authorization?: string;
}

/** What one tool call may use. Built per call by the executor. */
export interface ToolContext {
  caller: Caller;
  conversationId: string;
  /** The request's context object as the page sent it (`workflow_id`, `config_id`, …). */
  requestContext: JsonObject;
  platform: Platform;
  drafts: DraftStore;
  /** Table configs changed in this conversation but not yet previewed and accepted. */
  workingCopies: WorkingCopies;
  /** The caller's documents and the shared ones. */
  knowledge: Knowledge;
  outside: OutsideKnowledge;
  /** The knowledge graph of the explorer process. */
  explorer: ExplorerClient;
  cases: CaseReader;
  /** The configured sources of legal research. */
  legal: LegalSources;
  /** What the run's tools keep from call to call. */
  scratch: RunScratch;
  signal: AbortSignal;
}

/** The kinds of change a user can be shown; also the SSE event they become. */
export type PreviewKind = 'workflow_preview' | 'table_config_preview';

/** A change a tool proposes: shown to the user, stored, and applied only when the user accepts. */
export interface PreviewProposal {
  kind: PreviewKind;
  /** One sentence for the user. */
  description: string;
  /** Exactly the body that accepting would send to the platform. */
  payload: JsonObject;
  /** The rule or config that is changed; absent for a new one. */
  targetId?: string;
  /** Further fields of the event (`name`, `rows`, `diff`…), in wire names. */
  extra?: JsonObject;
}

/** Something a tool sends to the user beside its result. */
export type ToolSignal =
  | { type: 'preview'; preview: PreviewProposal }
  | {
      type: 'table_config_validation_error';
      errors: readonly { path?: string; message: string }[];
    }
  | ({ type: 'ui_action' } & UiAction);

/** A move of the user's page: what to do, with what, and why, as the page tells the user. */
export interface UiAction {
  action: 'open_document' | 'navigate_to' | 'show_map';
  /** In wire names. */
  target: JsonObject;
  reason: string;
}

/**
 * What a tool answers: `result` goes to the model (JSON, already condensed); `signals` go to the
 * user's stream before it. With a preview signal the model gets `{"status":"preview_sent"}` and
 * `result` merged in, never the payload.
 */
export interface ToolOutcome {
  result: unknown;
  signals?: readonly ToolSignal[];
  /** The call failed, and `result` says how: for failures that also carry signals. */
  isError?: boolean;
}

/**
 * One operation the model can call: one file per tool. The catalogue, its groups and the index text
 * derive from it; there is no second list of names. `execute` gets arguments that passed
 * `inputSchema`, and throws an `AppError` whose message tells the model what to do next.
 */
export interface Tool {
  name: string;
  description: string;
  /** JSON Schema (draft 2020-12 subset: object with properties, required, enum, items…). */
  inputSchema: JsonObject;
  /** Sentences a user might say when this tool is right; indexed, never sent to the model. */
  examples: readonly string[];
  groups: readonly ToolGroup[];
  effect: ToolEffect;
  /**
   * Arguments filled from the request's context when the model leaves them out or sends something
   * that is not a UUID: argument name → context key.
   */
  contextIds?: Readonly<Record<string, string>>;
  execute(input: JsonObject, context: ToolContext): Promise<ToolOutcome>;
}
