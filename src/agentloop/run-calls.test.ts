import { deferred } from '../../test/support/deferred.js';
import { calls, says } from '../../test/support/scripted-model.js';
import { FakeSearch, agentWith, eventsOf, tool, play } from '../../test/support/loop.js';
import { createCatalog } from '../agenttools/catalog.js';
import type { Tool } from '../agenttools/tool.js';
import { AppError } from '../foundation/errors.js';
import { silentLogger } from '../foundation/logger.js';
import type { LlmMessage, LlmCall } from '../llm/types.js';
import type { AgentEvent } from './events.js';
import { LiveEvents } from './run-calls.js';

test('reads overlap, and their results come in the order of the calls', async () => {
  const gates = { a: deferred(), b: deferred(), c: deferred() };
  const running = new Set<string>();
  const allRunning = deferred();
  const names = Object.keys(gates) as (keyof typeof gates)[];
  const execute = (name: keyof typeof gates) => async () => {
    running.add(name);
    if (running.size === 3) allRunning.resolve();
    await gates[name].promise;
    return { result: name };
  };
  const tools = names.map((name) => tool(name, { execute: execute(name) }));
  const run = play([names.map((name) => calls(name)), [says('ok')]], { tools });
  // Only when all three have started is any of them let go: the last first.
  await allRunning.promise;
  for (const name of names.toReversed()) gates[name].resolve();
  expect((await run).results.map(({ result }) => result)).toEqual(names);
});

const logging = (log: string[]): Tool[] =>
  (['read', 'draft', 'propose'] as const).map((effect) =>
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

test.each([
  ['writes one after the other', 'draft draft draft', '+0 -0 +1 -1 +2 -2'],
  ['previews one after the other', 'propose propose', '+0 -0 +1 -1'],
  ['a read waits for the write before it', 'draft read', '+0 -0 +1 -1'],
  ['a write waits for the reads before it', 'read read draft', '+0 +1 -0 -1 +2 -2'],
  ['mixed', 'read read draft read read propose', '+0 +1 -0 -1 +2 -2 +3 +4 -3 -4 +5 -5'],
  ['an unknown tool between two reads parts them', 'read no_such read', '+0 -0 +2 -2'],
])('calls of one turn: %s', async (_name, effects, expected) => {
  const log: string[] = [];
  const asked = effects.split(' ').map((name, n) => calls(name, { n }, `id-${n}`));
  const { results } = await play([asked, [says('ok')]], { tools: logging(log) });
  expect(log.join(' ')).toBe(expected);
  expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(asked.map((_, n) => `id-${n}`));
});

test('an id of an earlier turn, or of an earlier message, is not used again', async () => {
  const old: LlmCall = { id: 'old', name: 'get', arguments: {} };
  const history: LlmMessage[] = [
    { role: 'user', content: 'before' },
    { role: 'assistant', content: '', toolCalls: [old] },
    { role: 'tool', toolCallId: 'old', name: 'get', content: '1', isError: false },
  ];
  const again = [calls('get', {}, 'call_0'), calls('get', {}, 'old')];
  const turns = [[calls('get', {}, 'call_0')], again, [says('ok')]];
  const { events, results } = await play(turns, { tools: [tool('get')], request: { history } });
  const used = eventsOf(events, 'tool_call_start').map((data) => data.tool_use_id);
  expect(new Set([...used, 'old']).size).toBe(4);
  expect(used[0]).toBe('call_0');
  expect(results.map((data) => data.tool_use_id)).toEqual(used);
});

test('what a provider needs back with a call is kept', async () => {
  const providerData = { thoughtSignature: 'sig' };
  const call: LlmCall = { id: 'a', name: 'get', arguments: {}, providerData };
  const turns = [[{ type: 'tool_call', call } as const], [says('ok')]];
  const { llm, recorded } = await play(turns, { tools: [tool('get')] });
  expect(llm.last.messages[1]).toEqual({ role: 'assistant', content: '', toolCalls: [call] });
  expect(recorded[1]).toEqual(llm.last.messages[1]);
});

const ran: string[] = [];
const severity = { type: 'string', enum: ['low', 'high'] };
const inputSchema = { type: 'object', properties: { severity }, required: ['severity'] };
const runs = (name: string, more: Partial<Tool> = {}) =>
  tool(name, { execute: async () => ({ result: ran.push(name) }), ...more });
const refusal = new AppError('not_found', 'There is no rule 7. Use list_workflow_rules.');
const guarded = [
  runs('offered', { inputSchema }),
  runs('hidden'),
  runs('of_tables', { groups: ['lists'] }),
  tool('broken', { execute: () => Promise.reject(new TypeError('x is undefined')) }),
  tool('picky', { execute: () => Promise.reject(refusal) }),
];
const index = new FakeSearch(() => ({}));
const offers = { catalog: createCatalog(guarded), index, topK: 6, minScore: 0.5 };

test.each<[string, string, Record<string, unknown>, string, RegExp]>([
  ['a tool that is not offered', 'hidden', {}, 'tool_not_offered', /Call find_tools.*offered, /],
  ['a tool of another context', 'of_tables', {}, 'unknown_tool', /no tool of_tables.*offered, /],
  ['a tool that does not exist', 'nonsense', {}, 'unknown_tool', /no tool nonsense.*offered, /],
  ['wrong arguments', 'offered', { severity: 'huge' }, 'invalid_arguments', /"severity".*low, h/],
  ['a tool that breaks', 'broken', {}, 'tool_failed', /broken failed: x is undefined/],
  ['a tool that refuses', 'picky', {}, 'not_found', /There is no rule 7/],
])('a call that fails goes back to the model: %s', async (_name, name, input, code, message) => {
  ran.length = 0;
  const { llm, results, end } = await play([[calls(name, input, 'a')], [says('I see.')]], {
    tools: guarded,
    request: { agent: agentWith(['offered', 'broken', 'picky']) },
    deps: { selection: { ...offers, logger: silentLogger } },
  });
  expect(ran).toEqual([]);
  const error = { code, message: expect.stringMatching(message), details: expect.any(Array) };
  const failed = { tool_use_id: 'a', name, is_error: true, elapsed_ms: 0 };
  expect(results).toEqual([{ ...failed, result: { error } }]);
  const content = JSON.stringify(results[0]?.result);
  const told = { role: 'tool', toolCallId: 'a', name, isError: true, content };
  expect(llm.last.messages.at(-1)).toEqual(told);
  expect(end.type).toBe('message_complete');
});

const deadline = { pause: () => () => {} };

test('what a call shows comes while it runs, and nothing after its end', async () => {
  const live = new LiveEvents();
  let end = (): void => {};
  const call = new Promise<void>((resolve) => (end = resolve));
  const line = live.of('t1', deadline);
  const shown: AgentEvent[] = [];
  let wake = (): void => {};
  const until = live.until(call, (event) => {
    shown.push(event);
    wake();
    return undefined;
  });
  const next = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  for (const at of [1, 2]) {
    const coming = next();
    line.show('progress', { at });
    await coming;
  }
  live.end('t1');
  line.show('progress', { at: 3 });
  end();
  await until;
  const progress = { type: 'plugin_event', name: 'progress' };
  expect(shown).toEqual([1, 2].map((at) => ({ ...progress, data: { tool_use_id: 't1', at } })));
});

test('a call that fails ends it as well, and one that shows without end is not listened to', async () => {
  const live = new LiveEvents();
  const line = live.of('t1', deadline);
  for (let at = 0; at < 1000; at += 1) line.show('progress', { at });
  const failed = Promise.reject(new Error('no'));
  const shown: AgentEvent[] = [];
  await live.until(failed, (event) => void shown.push(event));
  expect(shown).toHaveLength(200);
});
