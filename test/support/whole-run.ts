import type { AgentEvent, EventData, EventType } from '../../src/agentloop/events.js';

/** An event of this type with this data. */
export const event = <T extends EventType>(type: T, data: EventData[T]) =>
  ({ type, data }) as unknown as AgentEvent;

const step = (tool_status: 'running' | 'complete') =>
  event('reasoning_step', {
    step: 'search',
    action_type: 'searching',
    message: 'Searches the handbook.',
    timestamp: 1,
    tool_status,
    details: {},
  });
/** How the run starts. */
export const start = event('run_start', {
  run_id: 'r1',
  conversation_id: 'c1',
  context_type: 'documents',
});
/** What it cost. */
export const usage = { input_tokens: 3, output_tokens: 4 };

/** A run with one event of every kind. */
export const WHOLE: AgentEvent[] = [
  start,
  event('agent_selected', {
    agent: 'law',
    title: 'Law',
    why: 'texts',
    confidence: 0.7,
    alternatives: [{ agent: 'documents', title: 'Documents', confidence: 0.3 }],
  }),
  event('tool_selection', {
    turn: 1,
    counts: { all: 1, context: 1, offered: 1 },
    tools: [{ name: 'search', source: 'core' }],
    elapsed_ms: 1,
  }),
  event('message_start', { turn: 1 }),
  event('tool_call_start', { tool_use_id: 't1', name: 'search', input: { q: 'x' } }),
  step('running'),
  event('tool_call_result', {
    tool_use_id: 't1',
    name: 'search',
    is_error: true,
    elapsed_ms: 1,
    result: { error: { code: 'tool_failed' } },
  }),
  step('complete'),
  event('phase', { phase: 'search', status: 'started', detail: {} }),
  event('phase', { phase: 'search', status: 'completed', detail: { found: 2 } }),
  event('checkpoint', { checkpoint_id: 'k1', type: 'plan', payload: {} }),
  event('ui_action', {
    action: 'open_document',
    target: { id: 'd' },
    reason: 'Look',
    tool_use_id: 't1',
  }),
  { type: 'plugin_event', name: 'table_config_validation_error', data: { errors: [] } },
  {
    type: 'plugin_event',
    name: 'question',
    data: {
      question_id: 'q1',
      tool_use_id: 't1',
      source: 'shop',
      message: 'Which colour?',
      mode: 'form',
      fields: [],
      expires_at: '2026-11-22T10:02:00.000Z',
    },
  },
  event('message_start', { turn: 2 }),
  event('thinking_chunk', { chunk: 'Two ' }),
  event('thinking_chunk', { chunk: 'sources.' }),
  event('citation', { number: 1, title: 'Act', quote: 'q', url: 'https://law.example/a' }),
  event('citation', {
    number: 2,
    title: 'Handbook',
    quote: 'q',
    block_id: 'b',
    document_id: 'd',
    page: 4,
  }),
  event('content_chunk', { chunk: 'So it is [1] [2].' }),
  event('message_complete', { finish_reason: 'fallback', turns: 2, usage }),
];
