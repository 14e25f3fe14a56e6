// Generated from GET /openapi.json by `npm run client:types`; do not edit.

export type PreviewState =
  | 'waiting'
  | 'applying'
  | 'accepted'
  | 'rejected'
  | 'failed'
  | 'stale'
  | 'unknown'
  | 'superseded'
  | 'expired';
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'identity_unavailable'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'unknown_context_type'
  | 'origin_refused'
  | 'not_found'
  | 'conflict'
  | 'invalid_rule'
  | 'invalid_config'
  | 'invalid_document'
  | 'invalid_arguments'
  | 'unknown_tool'
  | 'tool_not_offered'
  | 'tool_failed'
  | 'platform_unavailable'
  | 'platform_error'
  | 'write_refused'
  | 'explorer_unavailable'
  | 'explorer_error'
  | 'draft_not_found'
  | 'draft_expired'
  | 'preview_expired'
  | 'form_expired'
  | 'preview_decided'
  | 'preview_stale'
  | 'preview_unknown'
  | 'preview_superseded'
  | 'unknown_change_kind'
  | 'change_refused'
  | 'approval_needed'
  | 'role_needed'
  | 'turn_limit'
  | 'token_limit'
  | 'time_limit'
  | 'call_limit'
  | 'tool_timeout'
  | 'too_many_runs'
  | 'too_many_requests'
  | 'server_busy'
  | 'model_error'
  | 'model_unavailable'
  | 'model_not_allowed'
  | 'tool_required'
  | 'response_failed'
  | 'index_error'
  | 'cancelled'
  | 'interrupted'
  | 'run_gone'
  | 'shutting_down'
  | 'database_locked'
  | 'database_error'
  | 'config_error'
  | 'internal';
export type CitationEvent =
  | {
      number: number;
      title: string;
      quote: string;
      block_id: string;
      document_id: string;
      page?: number;
      box?: number[];
      read_by?: string;
    }
  | {
      number: number;
      title: string;
      quote: string;
      url: string;
    };
export type ConnectedModel =
  | {
      models: string[];
    }
  | {
      provider: string;
      model: string;
      connected: boolean;
      has_key: boolean;
      holds_for: 'all_servers' | 'this_server';
      can_connect: boolean;
      test: {
        ms: number;
        called_tool: boolean;
      };
      small_model?: string;
      address?: string;
      /** The variable that decides instead of the page. */
      chosen_by?: string;
    };
export type ConversationMessage =
  | {
      run_id: string | null;
      role: 'user';
      content: string;
    }
  | {
      run_id: string | null;
      role: 'assistant';
      content: string;
      tool_calls?: {
        tool_use_id: string;
        name: string;
        input: Record<string, unknown>;
      }[];
    }
  | {
      run_id: string | null;
      role: 'tool';
      tool_use_id: string;
      name: string;
      is_error: boolean;
      result: unknown;
    };
export type UndoSetBody = unknown;

export type AcceptBody = {
  payload?: Record<string, unknown>;
  with_secrets?: boolean;
};
export type AcceptSetBody = {
  only?: string[];
  edits?: Record<string, unknown>;
};
export type AgainBody = {
  message?: string;
  after_run_id?: string;
};
export type AgentInfo = {
  context_type: string;
  title: string;
  description: string;
  examples: string[];
};
export type AgentSelectedEvent = {
  agent: string;
  title: string;
  why: 'examples' | 'tools' | 'texts' | 'page' | 'conversation' | 'handed_over' | 'first';
  alternatives: {
    agent: string;
    title: string;
    confidence: number;
  }[];
  reason?: string;
  confidence?: number;
};
export type Approval = {
  role: string;
  state: 'needed' | 'given';
  by?: string;
  at?: string;
};
export type ChangeSet = {
  id: string;
  state:
    'waiting' | 'applying' | 'stopped' | 'accepted' | 'partly' | 'failed' | 'rejected' | 'expired';
  run_id: string;
  conversation_id: string;
  created_at: string;
  steps: ChangeSetStep[];
  undo_of?: string;
  left_out?: {
    position: number;
    description: string;
    why: string;
  }[];
  /** The `ref` of the step that stopped it. */
  stopped_at?: string;
  error?: ErrorFields;
};
export type ChangeSetStep = {
  preview_id: string;
  position: number;
  /** By which later steps refer to it. */
  ref: string;
  state: PreviewState;
  kind: string;
  description: string;
  edited: boolean;
  source?: string;
  title?: string;
  reversible?: unknown;
  protection?: unknown;
  approval?: Approval;
  chosen?: boolean;
  needs?: string[];
  blocked_by?: string[];
  result?: {
    id?: string;
    name?: string;
    version?: number;
    url?: string;
    pending?: boolean;
    status_url?: string;
  };
  stored_otherwise?: {
    path: string;
    accepted?: unknown;
    stored?: unknown;
  }[];
  /** Why what is stored now could not be read. */
  stored_unread?: string;
  error?: ErrorFields;
  reason?: string;
};
export type ErrorFields = {
  code: ErrorCode;
  message: string;
  details: ErrorDetail[];
};
export type ErrorDetail = {
  message: string;
  path?: string;
  allowed?: (string | number)[];
};
export type ChatBody = {
  message: string;
  context_type?: string;
  context?: Record<string, unknown>;
  history?: HistoryMessage[];
  conversation_id?: string;
  after_run_id?: string;
  attachments?: string[];
};
export type HistoryMessage = {
  role: 'user' | 'assistant';
  content: string;
};
export type CheckpointEvent = {
  checkpoint_id: string;
  type: string;
  payload: Record<string, unknown>;
};
export type ConnectModelBody = {
  provider: 'gemini' | 'openai' | 'anthropic' | 'ollama';
  address?: string;
  key?: string;
  model?: string;
  small_model?: string;
};
export type ContentChunkEvent = {
  chunk: string;
};
export type ConversationRun = {
  run_id: string;
  state: 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted';
  /** What the user wrote. */
  message: string;
  created_at: string;
  ended_at: string | null;
  /** The run after which the message was said; several of one are its versions. */
  after_run_id: string | null;
  /** False once its events were deleted; its messages stay. */
  events_available: boolean;
  /** What its user says of its answer. */
  rating?: 'up' | 'down';
};
export type ConversationSummary = {
  id: string;
  title: string;
  context_type: string;
  updated_at: string;
  /** Its newest run. */
  last_run_id: string;
  /** The run that answers it at this moment. */
  running_run_id?: string;
  /** Where `q` was found, in a piece of its text. */
  found?: string;
};
export type ConversationView = {
  id: string;
  title: string;
  context_type: string;
  updated_at: string;
  /** Its newest run. */
  last_run_id: string;
  runs: ConversationRun[];
  messages: ConversationMessage[];
  /** The run that answers it at this moment. */
  running_run_id?: string;
};
export type DraftItem = {
  id: string;
  kind: string;
  name: string;
  updated_at: string;
  expires_at: string;
};
export type ErrorBody = {
  error: ErrorFields;
};
export type ErrorEvent = {
  code: ErrorCode;
  message: string;
  retryable: boolean;
};
export type ExamplesBody = {
  examples: string[];
  was: string[];
};
export type IndexingEvent = {
  /** From 0 to 1. */
  share: number;
};
export type InvisibleCharacters = {
  /** Where the text is. */
  path: string;
  codepoints: string[];
};
export type MessageCompleteEvent = {
  finish_reason: string;
  turns: number;
  usage: {
    input_tokens: number;
    output_tokens: number;
  };
};
export type MessageStartEvent = {
  turn: number;
};
export type ModelState = {
  provider: string;
  model: string;
  connected: boolean;
  has_key: boolean;
  holds_for: 'all_servers' | 'this_server';
  can_connect: boolean;
  small_model?: string;
  address?: string;
  /** The variable that decides instead of the page. */
  chosen_by?: string;
  ollama?: {
    address: string;
    models: string[];
  };
};
export type NewResearchBody = {
  query: string;
  kb?: string;
  kbs?: string[];
  language?: 'de' | 'en';
  research_queries?: string[];
  options?: OptionsBody;
};
export type OptionsBody = {
  max_iterations?: number;
  max_tasks?: number;
  top_k?: number;
  max_depth?: number;
  token_budget?: number;
  parallel_tasks?: number;
  quality_threshold?: number;
  outside?: boolean;
};
export type OfferedTool = {
  name: string;
  source: 'core' | 'ranked' | 'sticky' | 'found' | 'fallback';
  score?: number;
  /** The tool that needs this one first. */
  prerequisite_of?: string;
};
export type OperationFormEvent = {
  form_id: string;
  expires_at: string;
  opens: boolean;
  operations: ShownOperation[];
};
export type ShownOperation = {
  tool: string;
  title: string;
  description: string;
  effect: 'read' | 'write';
  schema: Record<string, unknown>;
  values: {
    /** A JSON pointer into the arguments. */
    path: string;
    value: unknown;
    from: 'message' | 'page';
    /** The piece of the message that the value was read from. */
    text?: string;
  }[];
  not_used: string[];
};
export type OperationFormState = {
  form_id: string;
  expires_at: string;
  sent_at?: string;
};
export type PhaseEvent = {
  phase: string;
  status: 'started' | 'progress' | 'completed';
  detail: Record<string, unknown>;
};
export type PlanBody = {
  tasks?: PlanTaskBody[];
  approve: boolean;
  checkpoint_id?: string;
};
export type PlanTaskBody = {
  id?: number;
  task: string;
  context?: string;
};
export type PreviewSummary = {
  id: string;
  run_id: string;
  conversation_id: string;
  tool_use_id: string;
  /** The name of its event. */
  kind: string;
  description: string;
  is_update: boolean;
  state: PreviewState;
  created_at: string;
  expires_at: string;
  /** Of the UTF-8 bytes of the text that accepting sends. */
  payload_sha256: string;
  edited: boolean;
  source?: string;
  /** What it does, in a few words. */
  title?: string;
  change_set_id?: string;
  /** In its change set, from 1. */
  position?: number;
  target_id?: string;
  target?: {
    id?: string;
    label?: string;
    /** Its page in the backend. */
    url?: string;
  };
  base_version?: number;
  superseded_by?: string;
  approval?: Approval;
  decided_at?: string;
  by_policy?: boolean;
  edited_sha256?: string;
  result?: {
    id?: string;
    name?: string;
    version?: number;
    url?: string;
    pending?: boolean;
    status_url?: string;
  };
  /** Items: A pointer to a secret in the answer. */
  result_masked?: string[];
  stored_otherwise?: {
    path: string;
    accepted?: unknown;
    stored?: unknown;
  }[];
  /** Why what is stored now could not be read. */
  stored_unread?: string;
  reason?: string;
  recovered?: boolean;
  diff?: unknown;
  current_version?: number;
  error?: ErrorFields;
};
export type ProposeBody = {
  kind: string;
  action: string;
  target_id: string;
  input?: Record<string, unknown>;
};
export type ReasoningStepEvent = {
  step: string;
  action_type: 'searching' | 'reading' | 'analysing' | 'summarising' | 'opening' | 'navigating';
  message: string;
  /** Seconds since 1970. */
  timestamp: number;
  tool_status: 'running' | 'complete' | 'error';
  details: Record<string, unknown>;
  tool_name?: string;
  tool_input?: Record<string, unknown>;
  tool_output?: string;
};
export type ReferredName = {
  field: string;
  id: string;
  name: string;
};
export type RejectBody = {
  reason?: string;
};
export type ReplyBody = {
  text: string;
  checkpoint_id?: string;
};
export type Research = {
  research_id: string;
  title: string;
  /** The first of its knowledge bases. */
  kb: string;
  kbs: string[];
  phase: string;
  step: string;
  created_at: string;
  updated_at: string;
  ended_at: string | null;
  version: number;
  steps: number;
  last_event_id: number;
  /** What may be done now. */
  expected: string;
  checkpoint: {
    checkpoint_id: string;
    type: string;
    payload: Record<string, unknown>;
  } | null;
  error: Record<string, unknown> | null;
  /** All that is known of it (docs/research.md). */
  state: Record<string, unknown>;
};
export type ResearchSummary = {
  research_id: string;
  title: string;
  /** The first of its knowledge bases. */
  kb: string;
  kbs: string[];
  phase: string;
  step: string;
  created_at: string;
  updated_at: string;
  ended_at: string | null;
};
export type ResembledPreview = {
  preview_id: string;
  description: string;
};
export type RunStartEvent = {
  run_id: string;
  conversation_id: string;
  context_type: string;
};
export type RunState = {
  run_id: string;
  conversation_id: string;
  context_type: string;
  state: 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted';
  last_event_id: number;
  cancel_requested: boolean;
  started_at: string;
  ended_at: string | null;
  tool_calls: {
    tool_use_id: string;
    name: string;
    effect: string;
    state: string;
  }[];
};
export type SendFormBody = {
  tool: string;
  arguments: Record<string, unknown>;
  context?: Record<string, unknown>;
  after_run_id?: string;
};
export type ServerInfo = {
  agents: AgentInfo[];
  model: {
    provider: string;
    model: string;
    small?: string;
    large?: string;
  };
  embedder: {
    id: string;
    state: 'ok' | 'down' | 'off';
  };
  auth: 'none' | 'jwt' | 'static';
  user_id: string;
  roles: string[];
  sample: boolean;
  plugins: string[];
  version: string;
};
export type StoredPreview = {
  id: string;
  run_id: string;
  conversation_id: string;
  tool_use_id: string;
  /** The name of its event. */
  kind: string;
  description: string;
  is_update: boolean;
  state: PreviewState;
  created_at: string;
  expires_at: string;
  /** Of the UTF-8 bytes of the text that accepting sends. */
  payload_sha256: string;
  edited: boolean;
  payload: Record<string, unknown>;
  source?: string;
  /** What it does, in a few words. */
  title?: string;
  change_set_id?: string;
  /** In its change set, from 1. */
  position?: number;
  target_id?: string;
  target?: {
    id?: string;
    label?: string;
    /** Its page in the backend. */
    url?: string;
  };
  base_version?: number;
  superseded_by?: string;
  approval?: Approval;
  decided_at?: string;
  by_policy?: boolean;
  edited_sha256?: string;
  result?: {
    id?: string;
    name?: string;
    version?: number;
    url?: string;
    pending?: boolean;
    status_url?: string;
  };
  /** Items: A pointer to a secret in the answer. */
  result_masked?: string[];
  stored_otherwise?: {
    path: string;
    accepted?: unknown;
    stored?: unknown;
  }[];
  /** Why what is stored now could not be read. */
  stored_unread?: string;
  reason?: string;
  recovered?: boolean;
  diff?: unknown;
  current_version?: number;
  error?: ErrorFields;
  /** The exact text that accepting sends. */
  payload_text?: string;
  resembles?: ResembledPreview;
  origins?: ValueOrigin[];
  names?: ReferredName[];
  edited_text?: string;
  /** Of an edited one, or one with references. */
  sent_payload?: Record<string, unknown>;
  sent_text?: string;
  /** Of an accept with `with_secrets`: by their places. */
  secrets?: Record<string, unknown>;
  invisible_characters?: InvisibleCharacters[];
};
export type ValueOrigin = {
  /** A JSON pointer into what is sent. */
  path: string;
  /** The likeliest. */
  origin: string;
  found?: {
    origin: string;
  }[];
  /** Of the record read under it. */
  name?: string;
};
export type ThinkingChunkEvent = {
  chunk: string;
};
export type ToolCallResultEvent = {
  tool_use_id: string;
  name: string;
  is_error: boolean;
  elapsed_ms: number;
  result: unknown;
  /** Its page in the backend; of rows, `{field}` is that field of each. */
  link?: string;
};
export type ToolCallStartEvent = {
  tool_use_id: string;
  name: string;
  input: Record<string, unknown>;
  /** What people call the tool. */
  title?: string;
};
export type ToolInfo = {
  name: string;
  description: string;
  /** The id of the source it comes from. */
  source: string;
  groups: string[];
  effect: 'read' | 'preview' | 'write';
  input_schema: Record<string, unknown>;
  examples: string[];
  /** True where its examples stand in a file that operators can edit. */
  examples_editable?: boolean;
  operation?:
    | {
        id: string;
        method: string;
        path: string;
      }
    | {
        tool: string;
      };
};
export type ToolSelectionEvent = {
  turn: number;
  counts: {
    all: number;
    context: number;
    offered: number;
  };
  tools: OfferedTool[];
  elapsed_ms: number;
  fallback_reason?: 'no_embedder' | 'index_building' | 'index_failed' | 'search_failed';
  none_fits?: boolean;
  unmet_words?: string[];
};
export type UiActionEvent = {
  action: string;
  target: Record<string, unknown>;
  reason: string;
  tool_use_id: string;
};

/** The data of each event by its wire name. */
export type EventData = {
  run_start: RunStartEvent;
  agent_selected: AgentSelectedEvent;
  indexing: IndexingEvent;
  tool_selection: ToolSelectionEvent;
  message_start: MessageStartEvent;
  content_chunk: ContentChunkEvent;
  thinking_chunk: ThinkingChunkEvent;
  tool_call_start: ToolCallStartEvent;
  tool_call_result: ToolCallResultEvent;
  reasoning_step: ReasoningStepEvent;
  operation_form: OperationFormEvent;
  citation: CitationEvent;
  ui_action: UiActionEvent;
  phase: PhaseEvent;
  checkpoint: CheckpointEvent;
  error: ErrorEvent;
  message_complete: MessageCompleteEvent;
};
