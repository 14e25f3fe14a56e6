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
} from '../named-schema.js';

const offered = new NamedSchema(
  'OfferedTool',
  object(
    { name: text(), source: oneOf('core', 'ranked', 'sticky', 'found', 'fallback') },
    { score: number, prerequisite_of: text('The tool that needs this one first.') },
  ),
);

const operation = new NamedSchema(
  'ShownOperation',
  object({
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
  }),
);

const citation = { number: integer, title: text(), quote: text() };

/** The data of each of the server's own events, by its wire name (docs/protocol.md). */
export const eventSchemas = {
  run_start: new NamedSchema(
    'RunStartEvent',
    object({ run_id: uuid, conversation_id: uuid, context_type: text() }),
  ),
  agent_selected: new NamedSchema(
    'AgentSelectedEvent',
    object(
      {
        agent: text(),
        title: text(),
        why: oneOf('examples', 'tools', 'texts', 'page', 'conversation', 'handed_over', 'first'),
        alternatives: list(object({ agent: text(), title: text(), confidence: number })),
      },
      { reason: text(), confidence: number },
    ),
  ),
  indexing: new NamedSchema(
    'IndexingEvent',
    object({ share: { ...number, description: 'From 0 to 1.' } }),
  ),
  tool_selection: new NamedSchema(
    'ToolSelectionEvent',
    object(
      {
        turn: integer,
        counts: object({ all: integer, context: integer, offered: integer }),
        tools: list(offered),
        elapsed_ms: number,
      },
      {
        fallback_reason: oneOf('no_embedder', 'index_building', 'index_failed', 'search_failed'),
        none_fits: flag,
      },
    ),
  ),
  message_start: new NamedSchema('MessageStartEvent', object({ turn: integer })),
  content_chunk: new NamedSchema('ContentChunkEvent', object({ chunk: text() })),
  thinking_chunk: new NamedSchema('ThinkingChunkEvent', object({ chunk: text() })),
  tool_call_start: new NamedSchema(
    'ToolCallStartEvent',
    object({ tool_use_id: text(), name: text(), input: anyObject }),
  ),
  tool_call_result: new NamedSchema(
    'ToolCallResultEvent',
    object({
      tool_use_id: text(),
      name: text(),
      is_error: flag,
      elapsed_ms: number,
      result: anything,
    }),
  ),
  reasoning_step: new NamedSchema(
    'ReasoningStepEvent',
    object(
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
  ),
  operation_form: new NamedSchema(
    'OperationFormEvent',
    object({ form_id: uuid, expires_at: text(), opens: flag, operations: list(operation) }),
  ),
  citation: new NamedSchema('CitationEvent', {
    anyOf: [
      object(
        { ...citation, block_id: text(), document_id: text() },
        { page: integer, box: list(number) },
      ),
      object({ ...citation, url: text() }),
    ],
  }),
  ui_action: new NamedSchema(
    'UiActionEvent',
    object({ action: text(), target: anyObject, reason: text(), tool_use_id: text() }),
  ),
  phase: new NamedSchema(
    'PhaseEvent',
    object({
      phase: text(),
      status: oneOf('started', 'progress', 'completed'),
      detail: anyObject,
    }),
  ),
  checkpoint: new NamedSchema(
    'CheckpointEvent',
    object({ checkpoint_id: text(), type: text(), payload: anyObject }),
  ),
  error: new NamedSchema(
    'ErrorEvent',
    object({ code: errorCode, message: text(), retryable: flag }),
  ),
  message_complete: new NamedSchema(
    'MessageCompleteEvent',
    object({
      finish_reason: text(),
      turns: integer,
      usage: object({ input_tokens: integer, output_tokens: integer }),
    }),
  ),
} as const;

/** The stream of a run. Plugins add events of their own; a client passes over those it does not know. */
export const eventStream = { events: eventSchemas };
