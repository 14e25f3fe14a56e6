import { HttpAgent, type BaseEvent } from '@ag-ui/client';
import OpenAI from 'openai';
import { AgUiRendering } from '../../src/agentapi/protocols/ag-ui/ag-ui-rendering.js';
import { agUiFrames } from '../../src/agentapi/protocols/ag-ui/ag-ui-events.js';
import { UiRendering } from '../../src/agentapi/protocols/ai-sdk/ui-rendering.js';
import * as openai from '../../src/agentapi/protocols/openai/completion-rendering.js';
import type { Rendering } from '../../src/agentapi/protocols/rendering.js';
import type { AgentEvent } from '../../src/agentloop/events.js';
import { uiChat, type Major, type Part } from '../support/ui-chat.js';
import { event, start, usage, WHOLE } from '../support/whole-run.js';

/** A run that was cancelled in the middle of a call. */
const CANCELLED: AgentEvent[] = [
  start,
  event('content_chunk', { chunk: 'Half' }),
  event('tool_call_start', { tool_use_id: 't1', name: 'search', input: {} }),
  event('error', { code: 'cancelled', message: 'The run was cancelled.', retryable: false }),
];

const framesOf = (rendering: Rendering, events: readonly AgentEvent[]) =>
  events.map((one) => rendering.event(one)).join('');

/** A server that answers every request with these frames. */
const answering = (frames: string) => async () =>
  new Response(frames, { headers: { 'content-type': 'text/event-stream' } });

describe.each<Major>([7, 6, 5])('AI SDK %i reads', (major) => {
  async function read(frames: string) {
    const page = uiChat({ major, api: 'http://server.test/', fetch: answering(frames) });
    await page.chat.sendMessage({ text: 'hi' });
    return page;
  }

  test('every event, and drops none', async () => {
    const page = await read(framesOf(new UiRendering(major), WHOLE));
    expect(page.error).toBeUndefined();
    expect(page.parts.map(({ type }) => type as string)).toEqual([
      ...['step-start', 'data-agent', 'data-selection', 'dynamic-tool', 'data-step', 'data-step'],
      ...['data-phase', 'data-checkpoint', 'data-table_config_validation_error'],
      ...['data-sign_in_needed', 'data-question_refused', 'data-question'],
      ...['reasoning', 'source-url', 'source-document', 'text'],
    ]);
    expect(page.part('dynamic-tool')).toMatchObject({ state: 'output-error' });
    // The later state of a phase takes the place of the earlier one.
    expect(page.part('data-phase')?.['data'].status).toBe('completed');
    expect(page.part('reasoning')).toMatchObject({ text: 'Two sources.', state: 'done' });
    expect(page.part('source-url')).toMatchObject({ url: 'https://law.example/a', title: 'Act' });
    expect(page.part('source-document')?.['providerMetadata'].sextant.page).toBe(4);
    expect(page.data.map(({ type }) => type as string)).toContain('data-ui-action');
    expect((page.messages.at(-1)?.metadata as Part)['usage']).toEqual(usage);
  });

  test('a cancelled run, whose calls are not left open', async () => {
    const page = await read(framesOf(new UiRendering(major), CANCELLED));
    expect(page.error).toBeUndefined();
    expect(page.part('dynamic-tool')).toMatchObject({ state: 'output-error' });
    expect(page.part('data-error')?.['data'].code).toBe('cancelled');
    expect(page.part('text')?.['state']).toBe('done');
  });

  test('a stream that cannot go on', async () => {
    const rendering = new UiRendering(major);
    const half = framesOf(rendering, CANCELLED.slice(0, 2));
    const page = await read(half + rendering.broken('database_error', 'It cannot go on.'));
    expect(page.error?.message).toBe('It cannot go on.');
    expect(page.part('text')?.['state']).toBe('done');
  });
});

describe('AG-UI reads', () => {
  const run = { threadId: 't', runId: 'r', state: {}, interrupts: false };
  async function read(frames: string) {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const head = agUiFrames([{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }]);
    const agent = new HttpAgent({ url: 'http://server.test/', fetch: answering(head + frames) });
    const events: (BaseEvent & Part)[] = [];
    await agent.runAgent({}, { onEvent: ({ event: one }) => void events.push(one) });
    const warnings = warned.mock.calls.length;
    warned.mockRestore();
    return { agent, events, warnings };
  }

  test('every event, and drops none', async () => {
    const { agent, events, warnings } = await read(framesOf(new AgUiRendering(run), WHOLE));
    expect(warnings).toBe(0);
    const custom = events.filter(({ type }) => String(type) === 'CUSTOM');
    expect(custom.map(({ name }) => name as string)).toEqual([
      ...['agent_selected', 'tool_selection', 'reasoning_step', 'reasoning_step', 'phase', 'phase'],
      ...['checkpoint', 'ui_action', 'table_config_validation_error', 'sign_in_needed'],
      ...['question_refused', 'question', 'citation', 'citation'],
    ]);
    const steps = events.map(({ type }) => String(type)).filter((type) => type.startsWith('STEP'));
    expect(steps).toEqual(['STEP_STARTED', 'STEP_FINISHED']);
    expect(agent.messages.find(({ role }) => role === 'reasoning')?.content).toBe('Two sources.');
    expect(agent.messages.at(-1)?.content).toBe('So it is [1] [2].');
  });

  test('a cancelled run', async () => {
    const { events } = await read(framesOf(new AgUiRendering(run), CANCELLED));
    expect(events.at(-1)).toMatchObject({ outcome: { type: 'cancelled' } });
  });

  test('the result of a call that an interrupt is about only where its run fails', async () => {
    const texts = ['description', 'expires_at', 'payload_sha256'].map((key) => [key, 'x']);
    const previews = ['t1', 't1.1'].map((tool_use_id): AgentEvent => {
      const data = { ...Object.fromEntries(texts), preview_id: tool_use_id, tool_use_id };
      return { type: 'plugin_event', name: 'change_preview', data };
    });
    const result = { tool_use_id: 't1', name: 'search', is_error: false, elapsed_ms: 1, result: 7 };
    const begun = [...CANCELLED.slice(0, 3), ...previews, event('tool_call_result', result)];
    const end = event('message_complete', { finish_reason: 'stop', turns: 1, usage });
    const wanted = { ...run, interrupts: true };
    const { agent } = await read(framesOf(new AgUiRendering(wanted), [...begun, end]));
    const pending = agent.pendingInterrupts.map(({ reason, toolCallId }) => [reason, toolCallId]);
    expect(pending.flat()).toEqual(['tool_call', 't1', 'confirmation', undefined]);
    const failed = [...begun, CANCELLED[3] as AgentEvent];
    const { agent: stopped } = await read(framesOf(new AgUiRendering(wanted), failed));
    const isTold = ({ messages }: HttpAgent) => messages.some(({ role }) => role === 'tool');
    expect([agent, stopped].map(isTold)).toEqual([false, true]);
  });

  test('a stream that cannot go on', async () => {
    const rendering = new AgUiRendering(run);
    const half = framesOf(rendering, CANCELLED.slice(0, 2));
    const { events } = await read(half + rendering.broken('database_error', 'It cannot go on.'));
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'database_error' });
  });
});

describe('the openai package reads', () => {
  const rendering = () => {
    const text = new openai.CompletionText('https://sextant.test');
    return new openai.ChunkRendering({ id: 'c-1', model: 'documents', created: 1 }, text, true);
  };
  async function read(frames: string) {
    const client = new OpenAI({ apiKey: 'k', baseURL: 'http://s.test', fetch: answering(frames) });
    const body = { model: 'documents', messages: [], stream: true as const };
    const stream = await client.chat.completions.create(body);
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    return chunks;
  }

  test('the answer with its sources, and steps as reasoning', async () => {
    const data = { preview_id: 'p1', description: 'Flag on', state: 'accepted' };
    const direct = { type: 'plugin_event' as const, name: 'change_preview', data };
    const chunks = await read(framesOf(rendering(), [start, direct, ...WHOLE.slice(1)]));
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta as Part));
    expect(deltas.map(({ content }) => String(content ?? '')).join('')).toBe(
      '**Decided by a policy, without asking you (accepted):** Flag on [See it here](https://sextant.test/#/chat/c1).\n\n**shop wants to know who you are.** [Sign in here](https://sextant.test/#/chat/c1), then ask again.\n\n**shop wanted to ask you something, and was refused:** too many.\n\n**shop asks you something until 2026-11-22T10:02Z:** Which colour? [Answer it here](https://sextant.test/#/chat/c1).\n\nSo it is [1] [2].\n\n[1] Act https://law.example/a\n[2] Handbook, page 4',
    );
    const thoughts = deltas.flatMap(({ reasoning_content: text }) => (text as string) ?? []);
    expect(thoughts).toEqual(['Searches the handbook.\n', 'Two ', 'sources.']);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)?.usage?.total_tokens).toBe(7);
  });

  test('a cancelled run as an error', async () => {
    const reading = read(framesOf(rendering(), CANCELLED));
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  });
});
