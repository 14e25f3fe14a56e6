import type { AgentEvent, EventData, EventType } from '../../src/agentloop/events.js';

/** An event of this type with this data. */
export const event = <T extends EventType>(type: T, data: EventData[T]) =>
  ({ type, data }) as unknown as AgentEvent;

const step = (tool_status: 'running' | 'complete') => {
  const told = { step: 'search', action_type: 'searching' as const, timestamp: 1, details: {} };
  return event('reasoning_step', { ...told, message: 'Searches the handbook.', tool_status });
};
const head = { run_id: 'r1', conversation_id: 'c1', context_type: 'documents' };
/** How the run starts. */
export const start = event('run_start', head);
/** What it cost. */
export const usage = { input_tokens: 3, output_tokens: 4 };

const law = { agent: 'law', title: 'Law', confidence: 0.7 };
const documents = { agent: 'documents', title: 'Documents', confidence: 0.3 };
const failed = { is_error: true, result: { error: { code: 'tool_failed' } } };
const opens = { action: 'open_document' as const, target: { id: 'd' } };
const block = { block_id: 'b', document_id: 'd' };
const asked = { question_id: 'q1', tool_use_id: 't1', source: 'shop', message: 'Which colour?' };
const question = { ...asked, mode: 'form', fields: [], expires_at: '2026-11-22T10:02:00.000Z' };

/** A run with one event of every kind. */
export const WHOLE: AgentEvent[] = [
  start,
  event('agent_selected', { ...law, why: 'texts', alternatives: [documents] }),
  event('tool_selection', {
    turn: 1,
    counts: { all: 1, context: 1, offered: 1 },
    tools: [{ name: 'search', source: 'core' }],
    elapsed_ms: 1,
  }),
  event('message_start', { turn: 1 }),
  event('tool_call_start', { tool_use_id: 't1', name: 'search', input: { q: 'x' } }),
  step('running'),
  event('tool_call_result', { tool_use_id: 't1', name: 'search', ...failed, elapsed_ms: 1 }),
  step('complete'),
  event('phase', { phase: 'search', status: 'started', detail: {} }),
  event('phase', { phase: 'search', status: 'completed', detail: { found: 2 } }),
  event('checkpoint', { checkpoint_id: 'k1', type: 'plan', payload: {} }),
  event('ui_action', { ...opens, reason: 'Look', tool_use_id: 't1' }),
  { type: 'plugin_event', name: 'table_config_validation_error', data: { errors: [] } },
  { type: 'plugin_event', name: 'sign_in_needed', data: { tool_use_id: 't1', source: 'shop' } },
  { type: 'plugin_event', name: 'question_refused', data: { source: 'shop', reason: 'too many' } },
  { type: 'plugin_event', name: 'question', data: question },
  event('message_start', { turn: 2 }),
  event('thinking_chunk', { chunk: 'Two ' }),
  event('thinking_chunk', { chunk: 'sources.' }),
  event('citation', { number: 1, title: 'Act', quote: 'q', url: 'https://law.example/a' }),
  event('citation', { number: 2, title: 'Handbook', quote: 'q', ...block, page: 4 }),
  event('content_chunk', { chunk: 'So it is [1] [2].' }),
  event('message_complete', { finish_reason: 'fallback', turns: 2, usage }),
];
