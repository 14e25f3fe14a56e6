import {
  anyObject,
  anything,
  flag,
  integer,
  list,
  NamedSchema,
  object,
  oneOf,
  text,
  time,
  timeOrNull,
  uuid,
  named,
  number,
  errorCode,
} from '../named-schema.js';

const runState = oneOf('running', 'completed', 'failed', 'cancelled', 'interrupted');

export const run = named('RunState', {
  run_id: uuid,
  conversation_id: uuid,
  context_type: text(),
  state: runState,
  last_event_id: integer,
  cancel_requested: flag,
  started_at: time,
  ended_at: timeOrNull,
  tool_calls: list(object({ tool_use_id: text(), name: text(), effect: text(), state: text() })),
});

const summary = {
  id: uuid,
  title: text(),
  context_type: text(),
  updated_at: time,
  last_run_id: { ...uuid, description: 'Its newest run.' },
};
const running = {
  running_run_id: { ...uuid, description: 'The run that answers it at this moment.' },
};

export const conversationSummary = named('ConversationSummary', summary, {
  ...running,
  found: text('Where `q` was found, in a piece of its text.'),
});

const runOfConversation = named(
  'ConversationRun',
  {
    run_id: uuid,
    state: runState,
    message: text('What the user wrote.'),
    created_at: time,
    ended_at: timeOrNull,
    after_run_id: {
      ...uuid,
      nullable: true,
      description: 'The run after which the message was said; several of one are its versions.',
    },
    events_available: {
      ...flag,
      description: 'False once its events were deleted; its messages stay.',
    },
  },
  { rating: { ...oneOf('up', 'down'), description: 'What its user says of its answer.' } },
);

const ofRun = { run_id: { ...uuid, nullable: true } };
const call = object({ tool_use_id: text(), name: text(), input: anyObject });

const message = new NamedSchema('ConversationMessage', {
  anyOf: [
    object({ ...ofRun, role: oneOf('user'), content: text() }),
    object({ ...ofRun, role: oneOf('assistant'), content: text() }, { tool_calls: list(call) }),
    object({
      ...ofRun,
      role: oneOf('tool'),
      tool_use_id: text(),
      name: text(),
      is_error: flag,
      result: anything,
    }),
  ],
});

export const conversation = named(
  'ConversationView',
  { ...summary, runs: list(runOfConversation), messages: list(message) },
  running,
);

const agent = named('AgentInfo', {
  context_type: text(),
  title: text(),
  description: text(),
  examples: list(text()),
});

export const serverInfo = named('ServerInfo', {
  agents: list(agent),
  model: object({ provider: text(), model: text() }, { small: text(), large: text() }),
  embedder: object({ id: text(), state: oneOf('ok', 'down', 'off') }),
  auth: oneOf('none', 'jwt', 'static'),
  user_id: text(),
  roles: list(text()),
  sample: flag,
  plugins: list(text()),
  version: text(),
});

export const toolInfo = named(
  'ToolInfo',
  {
    name: text(),
    description: text(),
    source: text('The id of the source it comes from.'),
    groups: list(text()),
    effect: oneOf('read', 'preview', 'write'),
    input_schema: anyObject,
    examples: list(text()),
  },
  {
    examples_editable: {
      ...flag,
      description: 'True where its examples stand in a file that operators can edit.',
    },
    operation: {
      anyOf: [object({ id: text(), method: text(), path: text() }), object({ tool: text() })],
    },
  },
);

/** What was begun by chat and not finished; the other fields belong to its kind. */
export const draftItem = new NamedSchema('DraftItem', {
  ...object({ id: text(), kind: text(), name: text(), updated_at: time, expires_at: time }),
  additionalProperties: true,
});

const offered = named(
  'OfferedTool',
  { name: text(), source: oneOf('core', 'ranked', 'sticky', 'found', 'fallback') },
  { score: number, prerequisite_of: text('The tool that needs this one first.') },
);

const operation = named('ShownOperation', {
  tool: text(),
  title: text(),
  description: text(),
  effect: oneOf('read', 'write'),
  schema: anyObject,
  values: list(
    object(
      {
        path: text('A JSON pointer into the arguments.'),
        value: anything,
        from: oneOf('message', 'page'),
      },
      { text: text('The piece of the message that the value was read from.') },
    ),
  ),
  not_used: list(text()),
});

const citation = { number: integer, title: text(), quote: text() };

/** The data of each of the server's own events, by its wire name (docs/protocol.md). */
const eventSchemas = {
  run_start: named('RunStartEvent', { run_id: uuid, conversation_id: uuid, context_type: text() }),
  agent_selected: named(
    'AgentSelectedEvent',
    {
      agent: text(),
      title: text(),
      why: oneOf('examples', 'tools', 'texts', 'page', 'conversation', 'handed_over', 'first'),
      alternatives: list(object({ agent: text(), title: text(), confidence: number })),
    },
    { reason: text(), confidence: number },
  ),
  indexing: named('IndexingEvent', { share: { ...number, description: 'From 0 to 1.' } }),
  tool_selection: named(
    'ToolSelectionEvent',
    {
      turn: integer,
      counts: object({ all: integer, context: integer, offered: integer }),
      tools: list(offered),
      elapsed_ms: number,
    },
    {
      fallback_reason: oneOf('no_embedder', 'index_building', 'index_failed', 'search_failed'),
      none_fits: flag,
      unmet_words: list(text()),
    },
  ),
  message_start: named('MessageStartEvent', { turn: integer }),
  content_chunk: named('ContentChunkEvent', { chunk: text() }),
  thinking_chunk: named('ThinkingChunkEvent', { chunk: text() }),
  tool_call_start: named(
    'ToolCallStartEvent',
    { tool_use_id: text(), name: text(), input: anyObject },
    { title: text('What people call the tool.') },
  ),
  tool_call_result: named(
    'ToolCallResultEvent',
    { tool_use_id: text(), name: text(), is_error: flag, elapsed_ms: number, result: anything },
    { link: text('Its page in the backend; of rows, `{field}` is that field of each.') },
  ),
  reasoning_step: named(
    'ReasoningStepEvent',
    {
      step: text(),
      action_type: oneOf(
        'searching',
        'reading',
        'analysing',
        'summarising',
        'opening',
        'navigating',
      ),
      message: text(),
      timestamp: { ...number, description: 'Seconds since 1970.' },
      tool_status: oneOf('running', 'complete', 'error'),
      details: anyObject,
    },
    { tool_name: text(), tool_input: anyObject, tool_output: text() },
  ),
  operation_form: named('OperationFormEvent', {
    form_id: uuid,
    expires_at: text(),
    opens: flag,
    operations: list(operation),
  }),
  citation: new NamedSchema('CitationEvent', {
    anyOf: [
      object(
        { ...citation, block_id: text(), document_id: text() },
        { page: integer, box: list(number), read_by: text() },
      ),
      object({ ...citation, url: text() }),
    ],
  }),
  ui_action: named('UiActionEvent', {
    action: text(),
    target: anyObject,
    reason: text(),
    tool_use_id: text(),
  }),
  phase: named('PhaseEvent', {
    phase: text(),
    status: oneOf('started', 'progress', 'completed'),
    detail: anyObject,
  }),
  checkpoint: named('CheckpointEvent', { checkpoint_id: text(), type: text(), payload: anyObject }),
  error: named('ErrorEvent', { code: errorCode, message: text(), retryable: flag }),
  message_complete: named('MessageCompleteEvent', {
    finish_reason: text(),
    turns: integer,
    usage: object({ input_tokens: integer, output_tokens: integer }),
  }),
} as const;

/** The stream of a run. Plugins add events of their own; a client passes over those it does not know. */
export const eventStream = { events: eventSchemas };
