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
  ...{ id: uuid, title: text(), context_type: text(), updated_at: time },
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
      ...{ ...uuid, nullable: true },
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
      ...{ ...ofRun, role: oneOf('tool'), tool_use_id: text(), name: text() },
      ...{ is_error: flag, result: anything },
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

/** Who answers, and who asks. */
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

/** One tool of the catalogue. */
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
