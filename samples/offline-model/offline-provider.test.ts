import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LlmEvent, LlmMessage, LlmRequest, ToolSpec } from '../../src/llm/types.js';
import { workflowSkill } from '../../src/plugins/workflow/offline/skill.js';
import { OfflineProvider } from './offline-provider.js';

const provider = new OfflineProvider([workflowSkill], () => new Date('2026-03-01T08:00:00Z'));
const WORKFLOW = { contextType: 'workflow', open: {} };
const tool = (name: string, description = name): ToolSpec => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
});
const request = (parts: Partial<LlmRequest>): LlmRequest => ({
  system: '',
  context: WORKFLOW,
  messages: [],
  tools: [],
  maxTokens: 1000,
  ...parts,
});
const user = (content: string): LlmMessage => ({ role: 'user', content });

async function events(
  wanted: LlmRequest,
  signal = new AbortController().signal,
): Promise<LlmEvent[]> {
  const all: LlmEvent[] = [];
  for await (const event of provider.streamChat(wanted, signal)) all.push(event);
  return all;
}
const textOf = (all: readonly LlmEvent[]) =>
  all.map((event) => (event.type === 'text' ? event.text : '')).join('');
const callsOf = (all: readonly LlmEvent[]) =>
  all.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
const isFinal = (event: LlmEvent) => event.type === 'done' || event.type === 'error';

describe('the stream', () => {
  it('ends in exactly one final event, whatever it is given', async () => {
    const content = fc.oneof(
      fc.string(),
      fc.constantFrom('when an order is created email a@b.example', 'hide it', 'what does it do?'),
    );
    const message = fc.oneof(
      content.map(user),
      content.map((text): LlmMessage => ({ role: 'assistant', content: text })),
      fc
        .tuple(
          fc.constantFrom('discover', 'find_tools', 'get_workflow_rule'),
          content,
          fc.boolean(),
        )
        .map(([name, text, isError]): LlmMessage => ({
          role: 'tool',
          toolCallId: 'x',
          name,
          content: text,
          isError,
        })),
    );
    const wanted = fc.record({
      system: fc.string(),
      context: fc.constantFrom(WORKFLOW, { contextType: 'tables', open: { config_id: 'x' } }),
      messages: fc.array(message, { maxLength: 6 }),
      tools: fc.subarray(
        ['discover', 'find_tools', 'list_workflow_rules', 'list_table_configs'].map((name) =>
          tool(name),
        ),
      ),
      maxTokens: fc.integer({ min: 1, max: 2000 }),
    });
    await fc.assert(
      fc.asyncProperty(wanted, async (parts) => {
        const all = await events(parts);
        expect(all.filter(isFinal)).toHaveLength(1);
        expect(all.findIndex(isFinal)).toBe(all.length - 1);
        expect(all.at(-1)?.type).toBe('done');
      }),
      { numRuns: 300 },
    );
  });

  it('streams text in small pieces and counts tokens', async () => {
    const all = await events(request({ messages: [user('asdf qwer')] }));
    expect(all.filter((event) => event.type === 'text').length).toBeGreaterThan(10);
    expect(textOf(all)).toContain('LLM_PROVIDER');
    expect(all.at(-1)).toMatchObject({
      type: 'done',
      finishReason: 'stop',
      usage: { outputTokens: Math.ceil(textOf(all).length / 4) },
    });
  });

  it('stops at maxTokens and says so', async () => {
    const all = await events(request({ messages: [user('asdf qwer')], maxTokens: 5 }));
    expect(textOf(all)).toHaveLength(20);
    expect(all.at(-1)).toMatchObject({ finishReason: 'length' });
  });

  it('ends with cancelled when aborted before and in the middle', async () => {
    const before = await events(request({ messages: [user('hi')] }), AbortSignal.abort());
    expect(before).toEqual([expect.objectContaining({ type: 'error', code: 'cancelled' })]);
    const abort = new AbortController();
    const all: LlmEvent[] = [];
    for await (const event of provider.streamChat(
      request({ messages: [user('asdf qwer')] }),
      abort.signal,
    )) {
      all.push(event);
      abort.abort();
    }
    expect(all.map((event) => event.type)).toEqual(['text', 'error']);
  });
});

describe('tools', () => {
  const listed: LlmMessage[] = [
    user('Which workflow rules do we have?'),
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: '1', name: 'list_workflow_rules', arguments: {} }],
    },
    {
      role: 'tool',
      toolCallId: '1',
      name: 'list_workflow_rules',
      isError: false,
      content: JSON.stringify({
        total: 1,
        shown: 1,
        rules: [
          {
            id: 'i',
            name: 'Night watch',
            entity: 'sales.orders',
            trigger_type: 'on_create',
            is_active: true,
            action_count: 2,
          },
        ],
      }),
    },
  ];

  it('calls an offered tool, then answers from its result in plain words', async () => {
    const tools = [tool('list_workflow_rules'), tool('find_tools')];
    const first = await events(request({ messages: listed.slice(0, 1), tools }));
    expect(callsOf(first)).toMatchObject([{ name: 'list_workflow_rules', arguments: {} }]);
    const answer = textOf(await events(request({ messages: listed, tools })));
    expect(answer).toContain(
      'Night watch: entity sales.orders, trigger type on create, active, 2 actions',
    );
    expect(answer).not.toMatch(/[{}]/);
  });

  it('is stateless: the same messages give the same events', async () => {
    const wanted = request({ messages: listed, tools: [tool('list_workflow_rules')] });
    expect(await events(wanted)).toEqual(await events(wanted));
  });

  it('looks for a tool that is not offered, and says what is missing when the search does not bring it', async () => {
    const ask = user('show my critical alerts');
    const tools = [tool('find_tools')];
    const severity = { type: 'string', enum: ['low', 'medium', 'high', 'critical'] };
    const alerts = {
      ...tool('list_my_alerts'),
      inputSchema: { type: 'object', properties: { severity } },
    };
    const [search] = callsOf(await events(request({ messages: [ask], tools })));
    expect(search?.name).toBe('find_tools');
    const searched: LlmMessage[] = [
      ask,
      { role: 'assistant', content: '', toolCalls: search ? [search] : [] },
      {
        role: 'tool',
        toolCallId: search?.id ?? '',
        name: 'find_tools',
        isError: false,
        content: '{"tools":[]}',
      },
    ];
    const without = await events(request({ messages: searched, tools }));
    expect(textOf(without)).toContain('list_my_alerts');
    expect(callsOf(without)).toEqual([]);
    const found = await events(request({ messages: searched, tools: [...tools, alerts] }));
    expect(callsOf(found)).toMatchObject([
      { name: 'list_my_alerts', arguments: { severity: 'critical' } },
    ]);
  });

  it('tells the user what went wrong when a tool fails', async () => {
    const failed: LlmMessage[] = [
      ...listed.slice(0, 2),
      {
        role: 'tool',
        toolCallId: '1',
        name: 'list_workflow_rules',
        isError: true,
        content: JSON.stringify({
          error: {
            code: 'platform_unavailable',
            message: 'The platform does not answer.',
            details: [],
          },
        }),
      },
    ];
    expect(textOf(await events(request({ messages: failed })))).toContain(
      'The platform does not answer.',
    );
  });

  it('calls nothing when calls are forbidden', async () => {
    const wanted = request({
      messages: listed.slice(0, 1),
      tools: [tool('list_workflow_rules')],
      toolChoice: 'none',
    });
    expect(callsOf(await events(wanted))).toEqual([]);
  });
});

it('never asks the same question in the same words twice', async () => {
  const messages: LlmMessage[] = [];
  const asked: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    messages.push(user('bananas on tuesday'));
    const said = textOf(await events(request({ messages })));
    messages.push({ role: 'assistant', content: said });
    asked.push(said);
  }
  expect(asked[0]).not.toBe('');
  expect(new Set(asked).size).toBe(asked.length);
});
