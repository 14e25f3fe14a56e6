import { withNotes } from '../foundation/user-notes.js';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCatalog } from '../agenttools/catalog.js';
import type { ChangeProposal, Tool, ToolOutcome } from '../agenttools/tool.js';
import { AppError } from '../foundation/errors.js';
import { silentLogger } from '../foundation/logger.js';
import type { LlmEvent, LlmMessage, LlmProvider, ToolCall } from '../llm/types.js';
import { deferred } from '../../test/support/deferred.js';
import { FakeSearch } from '../../test/support/fake-search.js';
import { agentWith, eventsOf, runToEnd, tool } from '../../test/support/loop.js';
import {
  calls,
  done,
  fails,
  says,
  ScriptedModel,
  thinks,
  waitsFor,
  type ScriptStep,
} from '../../test/support/scripted-model.js';
import { defaultRunLimits } from './budget.js';
import { rememberOffered } from './select-tools.js';
import { isTerminal, wireName, type AgentEvent } from './events.js';

/** Types of events, with what tells two of a kind apart. */
function outline(events: readonly AgentEvent[]): string[] {
  return events.map((event) => {
    const { type, data } = event;
    if (type === 'content_chunk') return `${type} ${data.chunk}`;
    if (type === 'message_start') return `${type} ${data.turn}`;
    if (type === 'tool_call_start' || type === 'tool_call_result') {
      return `${type} ${data.tool_use_id}`;
    }
    return type === 'error' ? `${type} ${data.code}` : wireName(event);
  });
}

/** A call in a recorded conversation stands with exactly one result, right behind it and in order. */
function expectCallsAnswered(messages: readonly LlmMessage[]): void {
  const open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') expect(message.toolCallId).toBe(open.shift());
    else expect(open).toEqual([]);
    if (message.role === 'assistant') open.push(...(message.toolCalls ?? []).map(({ id }) => id));
  }
  expect(open).toEqual([]);
}

function expectOneTerminal(events: readonly AgentEvent[]): void {
  expect(events.filter(isTerminal)).toEqual([events.at(-1)]);
}

/** A provider of one turn that is not bound to the contract. */
function provider(stream: (signal: AbortSignal) => AsyncIterable<LlmEvent>): LlmProvider {
  return { name: 'raw', model: 'raw', streamChat: (_request, signal) => stream(signal) };
}

const preview: ChangeProposal = {
  kind: 'note_preview',
  description: 'A rule that warns.',
  payload: { name: 'Warn', secret_marker: 'PAYLOAD' },
};
const previews = (outcome: Partial<ToolOutcome> = {}): Tool =>
  tool('preview_rule', {
    effect: 'propose',
    execute: async () => ({
      result: { actions: 2 },
      signals: [{ type: 'preview', preview }],
      ...outcome,
    }),
  });

describe('the order of events', () => {
  test('of text only', async () => {
    const llm = new ScriptedModel([[says('Hel'), says('lo'), done()]]);
    const { events, recorded } = await runToEnd({ llm });
    llm.expectUsedUp();
    expect(events).toEqual([
      {
        type: 'run_start',
        data: { run_id: 'run-1', conversation_id: 'conversation-1', context_type: 'notes' },
      },
      {
        type: 'tool_selection',
        data: {
          turn: 1,
          counts: { all: 0, context: 0, offered: 1 },
          tools: [{ name: 'find_tools', source: 'core' }],
          elapsed_ms: 0,
        },
      },
      { type: 'message_start', data: { turn: 1 } },
      { type: 'content_chunk', data: { chunk: 'Hel' } },
      { type: 'content_chunk', data: { chunk: 'lo' } },
      {
        type: 'message_complete',
        data: { finish_reason: 'stop', turns: 1, usage: { input_tokens: 10, output_tokens: 5 } },
      },
    ]);
    expect(recorded).toEqual([
      { role: 'user', content: 'do it' },
      { role: 'assistant', content: 'Hello' },
    ]);
  });

  test('of one call: start, result, next turn; usage is the sum', async () => {
    const llm = new ScriptedModel([
      [says('Let me see.'), calls('get_rule', { id: 7 }, 'a')],
      [says('It is rule 7.'), done({ inputTokens: 100, outputTokens: 1 })],
    ]);
    let now = 0;
    const clock = { now: () => (now += 2.6) };
    const { events, recorded } = await runToEnd({ llm, tools: [tool('get_rule')], deps: clock });
    llm.expectUsedUp();
    expect(outline(events)).toEqual([
      'run_start',
      'tool_selection',
      'message_start 1',
      'content_chunk Let me see.',
      'tool_call_start a',
      'tool_call_result a',
      'message_start 2',
      'content_chunk It is rule 7.',
      'message_complete',
    ]);
    expect(eventsOf(events, 'tool_call_start')).toEqual([
      { tool_use_id: 'a', name: 'get_rule', input: { id: 7 } },
    ]);
    expect(eventsOf(events, 'tool_call_result')).toEqual([
      {
        tool_use_id: 'a',
        name: 'get_rule',
        is_error: false,
        elapsed_ms: 3,
        result: { name: 'get_rule', input: { id: 7 } },
      },
    ]);
    expect(events.at(-1)?.data).toEqual({
      finish_reason: 'stop',
      turns: 2,
      usage: { input_tokens: 110, output_tokens: 6 },
    });
    expect(llm.last.messages).toEqual(recorded.slice(0, -1));
    expectCallsAnswered(recorded);
  });

  test('what the model gets: prompt, history, message, offered tools, limit', async () => {
    const history: LlmMessage[] = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hello.' },
    ];
    const llm = new ScriptedModel([[says('ok')]]);
    await runToEnd({ llm, tools: [tool('get_rule')], request: { history } });
    expect(llm.requests).toEqual([
      {
        system: 'You are under test.',
        messages: [...history, { role: 'user', content: 'do it' }],
        tools: [
          {
            name: 'get_rule',
            description: 'Does get_rule.',
            inputSchema: { type: 'object' },
          },
          expect.objectContaining({ name: 'find_tools' }),
        ],
        maxTokens: 1000,
      },
    ]);
  });

  test('thinking is told before the answer, up to its limit, and is no part of the conversation', async () => {
    const llm = new ScriptedModel([
      [thinks('hmm'), calls('read')],
      [thinks(''), thinks(' so'), thinks(' be it'), thinks('!'), says('ok')],
    ]);
    const limits = { ...defaultRunLimits, maxThinkingChars: 9 };
    const run = { llm, tools: [tool('read')], deps: { limits } };
    const { events, recorded } = await runToEnd(run);
    expect(eventsOf(events, 'thinking_chunk')).toEqual([
      { chunk: 'hmm' },
      { chunk: ' so' },
      { chunk: ' be…' },
    ]);
    expect(JSON.stringify([recorded, llm.requests])).not.toContain('hmm');
  });

  test('of thinking nothing is told where the limit is none', async () => {
    const llm = new ScriptedModel([[thinks('hmm'), says('ok')]]);
    const limits = { ...defaultRunLimits, maxThinkingChars: 0 };
    const { events } = await runToEnd({ llm, deps: { limits } });
    expect(eventsOf(events, 'thinking_chunk')).toEqual([]);
  });

  test('text arrives while the model still speaks', async () => {
    const gate = deferred();
    const llm = new ScriptedModel([[says('first'), waitsFor(gate.promise), says('second')]]);
    const seen: string[] = [];
    await runToEnd({
      llm,
      onEvent: (event) => {
        if (event.type !== 'content_chunk') return;
        seen.push(`${event.data.chunk}, streams open: ${llm.open}`);
        gate.resolve();
      },
    });
    expect(seen).toEqual(['first, streams open: 1', 'second, streams open: 1']);
  });

  test('a fallback names its reason and offers no find_tools', async () => {
    const llm = new ScriptedModel([[says('ok')]]);
    const { events } = await runToEnd({
      llm,
      tools: [tool('a'), tool('b')],
      request: { agent: agentWith() },
      deps: {
        selection: {
          ...selectionWith([tool('a'), tool('b')]),
          index: {
            unavailable: async () => 'no_embedder',
            rank: () => Promise.reject(new Error('must not be asked')),
            rankWords: () => Promise.reject(new Error('must not be asked')),
          },
        },
      },
    });
    expect(eventsOf(events, 'tool_selection')).toEqual([
      {
        turn: 1,
        counts: { all: 2, context: 2, offered: 2 },
        tools: [
          { name: 'a', source: 'fallback' },
          { name: 'b', source: 'fallback' },
        ],
        fallback_reason: 'no_embedder',
        elapsed_ms: 0,
      },
    ]);
    expect(llm.last.tools.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('a conversation begins with the core tools, find_tools and the six that are picked', async () => {
    const tools = Array.from({ length: 30 }, (_, at) => tool(`tool_${at}`));
    const scores = Object.fromEntries(tools.map(({ name }, at) => [name, 1 - at / 100]));
    const llm = new ScriptedModel([[says('done')]]);
    const deps = {
      selection: {
        ...selectionWith(tools),
        topK: 6,
        index: new FakeSearch(() => scores),
        keep: { lastOffered: rememberOffered(), budget: 14 },
      },
    };
    await runToEnd({ llm, tools, deps, request: { agent: agentWith(['tool_28', 'tool_29']) } });
    expect(llm.last.tools.map(({ name }) => name)).toEqual([
      ...['tool_28', 'tool_29', 'find_tools'],
      ...['tool_0', 'tool_1', 'tool_2', 'tool_3', 'tool_4', 'tool_5'],
    ]);
  });

  test('a prompt cache finds the list of the message before, in its order', async () => {
    const tools = [tool('core'), tool('near'), tool('far')];
    const scores: Record<string, number>[] = [{ near: 0.9 }, { far: 0.9, near: 0.1 }];
    const deps = {
      selection: {
        ...selectionWith(tools),
        topK: 1,
        index: new FakeSearch((query): Record<string, number> => scores[Number(query)] ?? {}),
        keep: { lastOffered: rememberOffered(), budget: 5 },
      },
    };
    const listOf = async (message: string) => {
      const llm = new ScriptedModel([[says('done')]]);
      await runToEnd({ llm, tools, deps, request: { agent: agentWith(['core']), message } });
      return llm.requests[0]?.tools.map(({ name }) => name);
    };
    expect(await listOf('0')).toEqual(['core', 'find_tools', 'near']);
    expect(await listOf('1')).toEqual(['core', 'find_tools', 'near', 'far']);
    expect(await listOf('0')).toEqual(['core', 'find_tools', 'near', 'far']);
  });

  test('find_tools widens the offer in the next turn, with an event that says so', async () => {
    const tools = [tool('near'), tool('far')];
    const llm = new ScriptedModel([
      [calls('find_tools', { query: 'far away' }, 'f'), calls('far', {}, 'too-early')],
      [calls('far', {}, 'in-time')],
      [says('done')],
    ]);
    const { events } = await runToEnd({
      llm,
      tools,
      request: { agent: agentWith(['near']) },
      deps: {
        selection: {
          ...selectionWith(tools),
          topK: 1,
          index: new FakeSearch((query): Record<string, number> =>
            query === 'far away' ? { far: 0.9 } : { near: 0.5 },
          ),
        },
      },
    });
    llm.expectUsedUp();
    // What was not offered at first is told by name, in each turn alike.
    expect(llm.requests.map(({ shortlist }) => shortlist)).toEqual(['far', 'far', 'far']);
    expect(outline(events).filter((line) => !line.startsWith('tool_call_start'))).toEqual([
      'run_start',
      'tool_selection',
      'message_start 1',
      'tool_call_result f',
      'tool_call_result too-early',
      'tool_selection',
      'message_start 2',
      'tool_call_result in-time',
      'message_start 3',
      'content_chunk done',
      'message_complete',
    ]);
    expect(eventsOf(events, 'tool_selection').map(({ turn, tools }) => ({ turn, tools }))).toEqual([
      {
        turn: 1,
        tools: [
          { name: 'near', source: 'core', score: 0.5 },
          { name: 'find_tools', source: 'core' },
        ],
      },
      {
        turn: 2,
        tools: [
          { name: 'near', source: 'core', score: 0.5 },
          { name: 'find_tools', source: 'core' },
          { name: 'far', source: 'found', score: 0.9 },
        ],
      },
    ]);
    expect(eventsOf(events, 'tool_call_result').map((data) => data.is_error)).toEqual([
      false,
      true,
      false,
    ]);
  });
});

function selectionWith(tools: readonly Tool[]) {
  return {
    catalog: createCatalog(tools),
    index: new FakeSearch(() => ({})),
    topK: 6,
    minScore: 0,
    logger: silentLogger,
  };
}

describe('calls of one turn', () => {
  test('reads overlap, and their results come in the order of the calls', async () => {
    const gates = { a: deferred(), b: deferred(), c: deferred() };
    const running = new Set<string>();
    const allRunning = deferred();
    const reads = (Object.keys(gates) as (keyof typeof gates)[]).map((name) =>
      tool(name, {
        execute: async () => {
          running.add(name);
          if (running.size === 3) allRunning.resolve();
          await gates[name].promise;
          return { result: name };
        },
      }),
    );
    const llm = new ScriptedModel([
      [calls('a', {}, '1'), calls('b', {}, '2'), calls('c', {}, '3')],
      [says('ok')],
    ]);
    const run = runToEnd({ llm, tools: reads });
    // Only when all three have started is any of them let go: the last first.
    await allRunning.promise;
    gates.c.resolve();
    gates.b.resolve();
    gates.a.resolve();
    const { events, recorded } = await run;
    expect(eventsOf(events, 'tool_call_result').map(({ result }) => result)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expectCallsAnswered(recorded);
  });

  /** Tools that write down when they begin and end. */
  function logging(log: string[]): Tool[] {
    return (['read', 'draft', 'propose'] as const).map((effect) =>
      tool(effect, {
        effect,
        execute: async (input) => {
          log.push(`+${String(input['n'])}`);
          await new Promise((resolve) => setImmediate(resolve));
          log.push(`-${String(input['n'])}`);
          return { result: input['n'] };
        },
      }),
    );
  }

  test.each([
    ['writes one after the other', ['draft', 'draft', 'draft'], '+0 -0 +1 -1 +2 -2'],
    ['previews one after the other', ['propose', 'propose'], '+0 -0 +1 -1'],
    ['a read waits for the write before it', ['draft', 'read'], '+0 -0 +1 -1'],
    ['a write waits for the reads before it', ['read', 'read', 'draft'], '+0 +1 -0 -1 +2 -2'],
    [
      'mixed',
      ['read', 'read', 'draft', 'read', 'read', 'propose'],
      '+0 +1 -0 -1 +2 -2 +3 +4 -3 -4 +5 -5',
    ],
    ['an unknown tool between two reads parts them', ['read', 'no_such', 'read'], '+0 -0 +2 -2'],
  ])('%s', async (_name, effects, expected) => {
    const log: string[] = [];
    const llm = new ScriptedModel([
      effects.map((name, n) => calls(name, { n }, `id-${n}`)),
      [says('ok')],
    ]);
    const { events, recorded } = await runToEnd({ llm, tools: logging(log) });
    expect(log.join(' ')).toBe(expected);
    expect(eventsOf(events, 'tool_call_result').map((data) => data.tool_use_id)).toEqual(
      effects.map((_, n) => `id-${n}`),
    );
    expectCallsAnswered(recorded);
  });

  test.each([
    ['empty ids', ['', '', '']],
    ['one id for all', ['x', 'x', 'x']],
    ['an id that comes again', ['x', 'y', 'x']],
  ])('%s: each call gets one of its own', async (_name, ids) => {
    const llm = new ScriptedModel([ids.map((id, n) => calls('get', { n }, id)), [says('ok')]]);
    const { events, recorded } = await runToEnd({ llm, tools: [tool('get')] });
    const used = eventsOf(events, 'tool_call_start').map((data) => data.tool_use_id);
    expect(new Set(used).size).toBe(3);
    expect(used).not.toContain('');
    expect(eventsOf(events, 'tool_call_result').map((data) => data.tool_use_id)).toEqual(used);
    expectCallsAnswered(recorded);
    expect(llm.last.messages).toEqual(recorded.slice(0, -1));
  });

  test('an id of an earlier turn, or of an earlier message, is not used again', async () => {
    const llm = new ScriptedModel([
      [calls('get', {}, 'call_0')],
      [calls('get', {}, 'call_0'), calls('get', {}, 'old')],
      [says('ok')],
    ]);
    const old: ToolCall = { id: 'old', name: 'get', arguments: {} };
    const history: LlmMessage[] = [
      { role: 'user', content: 'before' },
      { role: 'assistant', content: '', toolCalls: [old] },
      { role: 'tool', toolCallId: 'old', name: 'get', content: '1', isError: false },
    ];
    const { events } = await runToEnd({ llm, tools: [tool('get')], request: { history } });
    const used = eventsOf(events, 'tool_call_start').map((data) => data.tool_use_id);
    expect(new Set([...used, 'old']).size).toBe(4);
    expect(used[0]).toBe('call_0');
  });

  test('what a provider needs back with a call is kept', async () => {
    const call: ToolCall = {
      id: 'a',
      name: 'get',
      arguments: {},
      providerData: { thoughtSignature: 'sig' },
    };
    const llm = new ScriptedModel([[{ type: 'tool_call', call }], [says('ok')]]);
    const { recorded } = await runToEnd({ llm, tools: [tool('get')] });
    expect(llm.last.messages[1]).toEqual({ role: 'assistant', content: '', toolCalls: [call] });
    expect(recorded[1]).toEqual(llm.last.messages[1]);
  });
});

test('notes stand before the message, for the model and for the next turn', async () => {
  const llm = new ScriptedModel([[says('I see.')]]);
  const notes = ['Preview 1 was rejected by the user.'];
  const request = { notes, message: 'and now?', history: [] };
  const { recorded } = await runToEnd({ llm, tools: [tool('get')], request });
  const content = withNotes(notes, 'and now?');
  expect(llm.last.messages).toEqual([{ role: 'user', content }]);
  expect(recorded[0]).toEqual({ role: 'user', content });
  expect(llm.last.system).not.toContain('rejected');
});

describe('previews', () => {
  const llmFor = () => new ScriptedModel([[calls('preview_rule', {}, 'p')], [says('Shown.')]]);

  test('the event comes before the result, and the model never sees the payload', async () => {
    const llm = llmFor();
    const run = await runToEnd({ llm, tools: [previews()] });
    expect(outline(run.events).slice(3, 7)).toEqual([
      'tool_call_start p',
      'note_preview',
      'tool_call_result p',
      'message_start 2',
    ]);
    expect(eventsOf(run.events, 'note_preview')).toEqual([
      {
        preview_id: 'preview-1',
        tool_use_id: 'p',
        expires_at: '2026-01-02T00:00:00.000Z',
        payload_sha256: '0'.repeat(64),
        change_set_id: '5e700000-0000-4000-8000-000000000000',
        position: 1,
        description: 'A rule that warns.',
        note: preview.payload,
        is_update: false,
      },
    ]);
    expect(run.previews).toEqual([
      {
        origin: {
          caller: { userId: 'user-1' },
          source: 'test',
          runId: 'run-1',
          conversationId: 'conversation-1',
          toolUseId: 'p',
        },
        preview,
      },
    ]);
    const [result] = eventsOf(run.events, 'tool_call_result');
    expect(result?.result).toMatchObject({ status: 'preview_sent', ref: 'change_1', actions: 2 });
    expect(JSON.stringify(llm.requests)).not.toContain('PAYLOAD');
    expect(JSON.stringify(llm.last)).toContain('preview_sent');
    expect(JSON.stringify(run.recorded)).not.toContain('PAYLOAD');
  });

  test.each([
    [
      { decided: { state: 'accepted', result: { id: '7' } } },
      { status: 'applied', result: { id: '7' } },
      { state: 'accepted', result: { id: '7' } },
    ],
    [
      { decided: { state: 'failed', error: { code: 'platform_error' } } },
      { status: 'not_applied', error: { code: 'platform_error' } },
      { state: 'failed' },
    ],
    [
      { approverRole: 'lead' },
      { status: 'preview_sent', note: expect.stringContaining('"lead"') },
      { approval: { role: 'lead', state: 'needed' } },
    ],
  ])('a policy decided: %j', async (policy, told, shown) => {
    const proposer = tool('propose', {
      effect: 'propose',
      execute: async () => ({ result: { actions: 2 }, signals: [{ type: 'preview', preview }] }),
    });
    const llm = new ScriptedModel([[calls('propose')], [says('Done.')]]);
    const saved = { id: 'p', expiresAt: new Date(0), sha256: '', changeSetId: 's', position: 4 };
    const save = async () => ({ ...saved, ...policy });
    const { events } = await runToEnd({ llm, tools: [proposer], deps: { previews: { save } } });
    const [result] = eventsOf(events, 'tool_call_result');
    expect(result?.result).toMatchObject({ ...told, ref: 'change_4', actions: 2 });
    expect(JSON.stringify(llm.last)).toContain(`"ref\\":\\"change_4`);
    const event = events.find(({ type }) => type === 'plugin_event');
    expect(event).toMatchObject({ data: shown });
  });

  test('a change of something stored names it, and the event has the further fields', async () => {
    const table: ChangeProposal = {
      kind: 'list_preview',
      description: 'Sorted.',
      payload: { name: 'Orders', items: ['bread'] },
      targetId: 'list-9',
      extra: { name: 'Orders', rows: [{ id: 1 }], preview_id: 'forged', is_update: false },
    };
    const rule: ChangeProposal = { ...preview, targetId: 'note-9', extra: { diff: ['x'] } };
    const eventsFor = async (proposal: ChangeProposal) => {
      const signals = [{ type: 'preview', preview: proposal }] as const;
      const shows = { ...previews({ signals }), proposes: proposal.kind };
      return (await runToEnd({ llm: llmFor(), tools: [shows] })).events;
    };
    expect(eventsOf(await eventsFor(table), 'list_preview')).toEqual([
      {
        preview_id: 'preview-1',
        tool_use_id: 'p',
        expires_at: '2026-01-02T00:00:00.000Z',
        payload_sha256: '0'.repeat(64),
        change_set_id: '5e700000-0000-4000-8000-000000000000',
        position: 1,
        description: 'Sorted.',
        items: ['bread'],
        list_id: 'list-9',
        is_update: true,
        name: 'Orders',
        rows: [{ id: 1 }],
      },
    ]);
    expect(eventsOf(await eventsFor(rule), 'note_preview')).toEqual([
      expect.objectContaining({ note_id: 'note-9', is_update: true, diff: ['x'] }),
    ]);
  });

  test('is stored before it is shown', async () => {
    const order: string[] = [];
    const saving = deferred();
    await runToEnd({
      llm: llmFor(),
      tools: [previews()],
      deps: {
        previews: {
          save: async () => {
            setImmediate(() => saving.resolve());
            await saving.promise;
            order.push('stored');
            return {
              id: 'id',
              expiresAt: new Date(0),
              sha256: '',
              changeSetId: 'set',
              position: 1,
            };
          },
        },
      },
      onEvent: (event) => void order.push(wireName(event)),
    });
    expect(order.indexOf('stored')).toBe(order.indexOf('note_preview') - 1);
  });

  test('that cannot be stored is not shown: the call failed, the chat continues', async () => {
    const llm = new ScriptedModel([
      [calls('get', {}, 'g'), calls('preview_rule', {}, 'p'), calls('get', {}, 'h')],
      [says('I could not show it.')],
    ]);
    const save = () => Promise.reject(new Error('disk full at /var/lib'));
    const { events, recorded } = await runToEnd({
      llm,
      tools: [previews(), tool('get')],
      deps: { previews: { save } },
    });
    llm.expectUsedUp();
    expect(eventsOf(events, 'note_preview')).toEqual([]);
    const results = eventsOf(events, 'tool_call_result');
    expect(results.map((data) => [data.tool_use_id, data.is_error])).toEqual([
      ['g', false],
      ['p', true],
      ['h', false],
    ]);
    expect(results[1]?.result).toEqual({
      error: {
        code: 'tool_failed',
        message: expect.stringContaining('preview_rule could not be stored'),
        details: [],
      },
    });
    const told = JSON.stringify(llm.last.messages);
    expect(told).not.toMatch(/preview_sent|PAYLOAD|disk full/);
    expect(events.at(-1)?.type).toBe('message_complete');
    expectCallsAnswered(recorded);
  });

  test('validation errors of a table go to the user before the result', async () => {
    const errors = [{ path: 'columns.0', message: 'has no type' }];
    const check = tool('preview_table', {
      execute: async () => ({
        result: { valid: false },
        signals: [{ type: 'event', event: 'table_config_validation_error', data: { errors } }],
        isError: true,
      }),
    });
    const llm = new ScriptedModel([[calls('preview_table', {}, 't')], [says('ok')]]);
    const { events } = await runToEnd({ llm, tools: [check] });
    expect(outline(events).slice(4, 6)).toEqual([
      'table_config_validation_error',
      'tool_call_result t',
    ]);
    expect(eventsOf(events, 'table_config_validation_error')).toEqual([
      { tool_use_id: 't', errors },
    ]);
    expect(eventsOf(events, 'tool_call_result')[0]).toMatchObject({
      is_error: true,
      result: { valid: false },
    });
  });
});

describe('a call that fails goes back to the model', () => {
  const ran: string[] = [];
  const guarded = [
    tool('offered', {
      inputSchema: {
        type: 'object',
        properties: { severity: { type: 'string', enum: ['low', 'high'] } },
        required: ['severity'],
        additionalProperties: false,
      },
      execute: async () => ({ result: ran.push('offered') }),
    }),
    tool('hidden', { execute: async () => ({ result: ran.push('hidden') }) }),
    tool('of_tables', {
      groups: ['lists'],
      execute: async () => ({ result: ran.push('of_tables') }),
    }),
    tool('broken', { execute: () => Promise.reject(new TypeError('x is undefined')) }),
    tool('picky', {
      execute: () =>
        Promise.reject(
          new AppError('not_found', 'There is no rule 7. Use list_workflow_rules.', [
            { path: 'id', message: 'unknown' },
          ]),
        ),
    }),
  ];

  test.each<[string, string, Record<string, unknown>, string, RegExp]>([
    ['a tool that is not offered', 'hidden', {}, 'tool_not_offered', /Call find_tools.*offered, /],
    ['a tool of another context', 'of_tables', {}, 'unknown_tool', /no tool of_tables.*offered, /],
    ['a tool that does not exist', 'nonsense', {}, 'unknown_tool', /no tool nonsense.*offered, /],
    ['wrong arguments', 'offered', { severity: 'huge' }, 'invalid_arguments', /"severity".*low, h/],
    ['no arguments', 'offered', {}, 'invalid_arguments', /"severity" is missing/],
    ['a tool that breaks', 'broken', {}, 'tool_failed', /broken failed: x is undefined/],
    ['a tool that refuses', 'picky', {}, 'not_found', /There is no rule 7/],
  ])('%s', async (_name, name, input, code, message) => {
    ran.length = 0;
    const llm = new ScriptedModel([[calls(name, input, 'a')], [says('I see.')]]);
    const { events, recorded } = await runToEnd({
      llm,
      tools: guarded,
      request: { agent: agentWith(['offered', 'broken', 'picky']) },
      deps: { selection: { ...selectionWith(guarded), minScore: 0.5 } },
    });
    llm.expectUsedUp();
    expect(ran).toEqual([]);
    expect(eventsOf(events, 'tool_call_result')).toEqual([
      {
        tool_use_id: 'a',
        name,
        is_error: true,
        elapsed_ms: 0,
        result: {
          error: { code, message: expect.stringMatching(message), details: expect.any(Array) },
        },
      },
    ]);
    expect(llm.last.messages.at(-1)).toEqual({
      role: 'tool',
      toolCallId: 'a',
      name,
      isError: true,
      content: JSON.stringify(eventsOf(events, 'tool_call_result')[0]?.result),
    });
    expect(events.at(-1)?.type).toBe('message_complete');
    expectCallsAnswered(recorded);
  });
});

describe('how a run ends', () => {
  test.each([1, 2, 5])('turn_limit after exactly %d model calls', async (maxTurns) => {
    const turn = () => [calls('get')];
    const llm = new ScriptedModel(Array.from({ length: maxTurns }, () => turn));
    const { events, recorded } = await runToEnd({
      llm,
      tools: [tool('get')],
      request: { agent: agentWith(['get'], maxTurns) },
    });
    llm.expectUsedUp();
    expect(eventsOf(events, 'tool_call_result')).toHaveLength(maxTurns);
    expect(events.at(-1)).toEqual({
      type: 'error',
      data: {
        code: 'turn_limit',
        message: expect.stringContaining(`all ${maxTurns} turns`),
        retryable: false,
      },
    });
    expectOneTerminal(events);
    expectCallsAnswered(recorded);
  });

  test('an answer in the last turn is no turn_limit', async () => {
    const llm = new ScriptedModel([[calls('get')], [says('ok')]]);
    const agent = agentWith(['get'], 2);
    const { events } = await runToEnd({ llm, tools: [tool('get')], request: { agent } });
    expect(events.at(-1)).toMatchObject({ type: 'message_complete', data: { turns: 2 } });
  });

  test.each([true, false])('a model error keeps its retryable = %s', async (retryable) => {
    const llm = new ScriptedModel([[calls('get')], [says('half'), fails('overloaded', retryable)]]);
    const { events, recorded } = await runToEnd({ llm, tools: [tool('get')] });
    expect(events.at(-1)).toEqual({
      type: 'error',
      data: { code: 'model_error', message: 'overloaded', retryable },
    });
    expectOneTerminal(events);
    expectCallsAnswered(recorded);
  });

  test('calls of a stream that then failed are neither run nor recorded', async () => {
    const ran: string[] = [];
    const write = tool('draft', {
      effect: 'draft',
      execute: async () => ({ result: ran.push('write') }),
    });
    const llm = new ScriptedModel([[calls('write'), fails('cut off')]]);
    const { events, recorded } = await runToEnd({ llm, tools: [write] });
    expect(ran).toEqual([]);
    expect(recorded).toEqual([
      { role: 'user', content: 'do it' },
      { role: 'assistant', content: '[failed: cut off]', isNote: true },
    ]);
    expectOneTerminal(events);
  });

  const boom = new Error('socket hang up at 10.0.0.1');
  test.each<[string, LlmProvider, { code: string; retryable: boolean }]>([
    [
      'when it is called',
      provider(() => {
        throw boom;
      }),
      { code: 'internal', retryable: true },
    ],
    [
      'in the middle of its stream',
      provider(async function* () {
        yield says('half');
        throw boom;
      }),
      { code: 'internal', retryable: true },
    ],
    [
      'with an error of ours',
      provider(() => {
        throw new AppError('model_unavailable', 'The model does not answer.');
      }),
      { code: 'model_unavailable', retryable: true },
    ],
  ])('a provider that throws %s', async (_name, llm, expected) => {
    const { events, recorded } = await runToEnd({ llm });
    expect(events.at(-1)).toMatchObject({ type: 'error', data: expected });
    expect(JSON.stringify(events)).not.toContain('10.0.0.1');
    expectOneTerminal(events);
    expectCallsAnswered(recorded);
  });

  test('a provider that stops without a final event still ends the run', async () => {
    const llm = provider(async function* () {
      yield says('half');
    });
    const { events } = await runToEnd({ llm });
    expect(events.at(-1)).toMatchObject({
      type: 'message_complete',
      data: { finish_reason: 'other' },
    });
  });

  test('arguments that no JSON text can hold end neither the run nor the stream', async () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 12_000; level += 1) deep = { deep };
    const call: ToolCall = { id: 'a', name: 'get', arguments: deep };
    let turn = 0;
    const llm = provider(async function* () {
      turn += 1;
      yield turn === 1 ? { type: 'tool_call', call } : says('ok');
      yield done();
    });
    const { events } = await runToEnd({ llm, tools: [tool('get')] });
    expect(events.at(-1)?.type).toBe('message_complete');
    expect(() => JSON.stringify(events)).not.toThrow();
  });

  test.each([
    ['the prompt', { request: { agent: { ...agentWith(), systemPrompt: () => thrown() } } }],
    ['the tool context', { deps: { toolCall: () => thrown() } }],
    ['recording', { deps: { record: () => thrown() } }],
  ])('a failure of %s is one terminal event that hides its text', async (_name, parts) => {
    const { events } = await runToEnd({ llm: new ScriptedModel([]), ...parts });
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'internal' } });
    expect(JSON.stringify(events)).not.toContain('secret');
    expectOneTerminal(events);
  });

  function thrown(): never {
    throw new Error('secret');
  }
});

describe('an abort', () => {
  const reason = new AppError('shutting_down', 'The server stops.');
  const ended = { code: 'shutting_down', message: 'The server stops.', retryable: true };

  test('before the start: one terminal event, the model is not called', async () => {
    const llm = new ScriptedModel([]);
    const { events } = await runToEnd({ llm, signal: AbortSignal.abort(reason) });
    llm.expectUsedUp();
    expect(events.map(({ type }) => type)).toEqual(['run_start', 'error']);
    expect(events.at(-1)?.data).toEqual(ended);
  });

  test('while the model streams', async () => {
    const abort = new AbortController();
    const never = new Promise(() => {});
    const llm = new ScriptedModel([[says('one'), waitsFor(never), says('two')]]);
    const { events, recorded } = await runToEnd({
      llm,
      signal: abort.signal,
      onEvent: ({ type }) => {
        if (type === 'content_chunk') abort.abort(reason);
      },
    });
    llm.expectUsedUp();
    expect(outline(events).slice(-2)).toEqual(['content_chunk one', 'error shutting_down']);
    expect(events.at(-1)?.data).toEqual(ended);
    expectOneTerminal(events);
    expectCallsAnswered(recorded);
  });

  test('while a tool runs: the tool hears of it, nothing more begins', async () => {
    const abort = new AbortController();
    const ran: string[] = [];
    const slow = tool('slow', {
      effect: 'draft',
      execute: async (_input, { signal }) => {
        ran.push('slow');
        setImmediate(() => abort.abort(reason));
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw signal.reason;
      },
    });
    const write = tool('draft', {
      effect: 'draft',
      execute: async () => ({ result: ran.push('write') }),
    });
    const llm = new ScriptedModel([[calls('slow', {}, 'a'), calls('draft', {}, 'b')]]);
    const { events, recorded } = await runToEnd({
      llm,
      tools: [slow, write],
      signal: abort.signal,
    });
    llm.expectUsedUp();
    expect(ran).toEqual(['slow']);
    expect(eventsOf(events, 'tool_call_result').map((data) => data.result)).toEqual([
      { error: expect.objectContaining({ code: 'shutting_down' }) },
      { error: expect.objectContaining({ code: 'cancelled' }) },
    ]);
    expect(events.at(-1)?.data).toEqual(ended);
    expectOneTerminal(events);
    expectCallsAnswered(recorded);
  });

  test.each<[string, unknown, string]>([
    ['an error of ours', new AppError('cancelled', 'The client went away.'), 'cancelled'],
    ['a plain error', new Error('closed'), 'cancelled'],
    ['no reason', undefined, 'cancelled'],
    ['a text', 'closed', 'cancelled'],
  ])('with %s has one code', async (_name, why, code) => {
    const signal = AbortSignal.abort(why);
    const { events } = await runToEnd({ llm: new ScriptedModel([]), signal });
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { code } });
    expectOneTerminal(events);
  });

  test('a provider that answers an abort by throwing does not hide the reason', async () => {
    const abort = new AbortController();
    const llm = provider(async function* () {
      yield says('one');
      abort.abort(reason);
      throw new Error('Error reading from the stream');
    });
    const { events } = await runToEnd({ llm, signal: abort.signal });
    expect(events.at(-1)?.data).toEqual(ended);
  });
});

test('property: whatever the model does, exactly one terminal event, and it is the last', async () => {
  const names = ['read', 'draft', 'preview_rule', 'broken', 'hidden', 'no_such', 'find_tools'];
  const step = fc.oneof<fc.Arbitrary<ScriptStep>[]>(
    fc.string({ maxLength: 5 }).map(says),
    fc
      .tuple(fc.constantFrom(...names), fc.dictionary(fc.string({ maxLength: 3 }), fc.integer()))
      .chain(([name, input]) =>
        fc.constantFrom('', 'a', 'b', undefined).map((id) => calls(name, input, id)),
      ),
    fc.constant<ScriptStep>({ type: 'thinking', text: 'hm' }),
  );
  const end = fc.constantFrom<LlmEvent[]>(done(), fails('x', true), fails('y'));
  const turn = fc
    .tuple(fc.array(step, { maxLength: 4 }), end)
    .map(([steps, last]) => [...steps, last]);
  const tools = [
    tool('read'),
    tool('draft', { effect: 'draft' }),
    previews(),
    tool('broken', { execute: () => Promise.reject(new Error('x')) }),
    tool('hidden'),
  ];
  const agent = agentWith(['read', 'draft', 'preview_rule', 'broken'], 4);
  await fc.assert(
    fc.asyncProperty(
      fc.array(turn, { minLength: 4, maxLength: 4 }),
      fc.option(fc.nat(12)),
      fc.boolean(),
      async (turns, abortAt, storing) => {
        const abort = new AbortController();
        let seen = 0;
        const selection = { ...selectionWith(tools), minScore: 0.5 };
        const saved = {
          id: 'id',
          expiresAt: new Date(0),
          sha256: '',
          changeSetId: 'set',
          position: 1,
        };
        const save = () => (storing ? Promise.resolve(saved) : Promise.reject(new Error('x')));
        const { events, recorded } = await runToEnd({
          llm: new ScriptedModel(turns),
          tools,
          request: { agent },
          deps: { selection, previews: { save } },
          signal: abort.signal,
          onEvent: () => {
            if (seen === abortAt) abort.abort(new AppError('cancelled', 'gone'));
            seen += 1;
          },
        });
        expectOneTerminal(events);
        expectCallsAnswered(recorded);
        const started = eventsOf(events, 'tool_call_start').map((data) => data.tool_use_id);
        expect(new Set(started).size).toBe(started.length);
        expect(events.map(({ type }) => type).slice(0, 1)).toEqual(['run_start']);
        expect(JSON.stringify(events.at(-1))).not.toContain('"internal"');
      },
    ),
    { numRuns: 150 },
  );
});
