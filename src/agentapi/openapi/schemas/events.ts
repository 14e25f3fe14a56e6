import {
  anyObject,
  anything,
  flag,
  integer,
  list,
  NamedSchema,
  number,
  object,
  oneOf,
  text,
  uuid,
  errorCode,
  named,
} from '../named-schema.js';

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
export const eventSchemas = {
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
        ...['searching', 'reading', 'analysing', 'summarising', 'opening', 'navigating'],
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
