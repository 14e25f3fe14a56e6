import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import type { Tool } from '../agenttools/tool.js';
import type { CallRecord, CallRecorder } from './call-record.js';
import { eventsOf, tool, type LoopParts, play } from '../../test/support/loop.js';
import { HandTimer } from '../../test/support/runs.js';
import { calls, done, says, waitsFor } from '../../test/support/scripted-model.js';
import { defaultRunLimits, strictest, type RunLimits } from './budget.js';

const never = new Promise<never>(() => {});

function limited(limits: Partial<RunLimits>, deps: LoopParts['deps'] = {}): LoopParts['deps'] {
  return { limits: { ...defaultRunLimits, ...limits }, ...deps };
}

const recorderOf = (records: CallRecord[]): CallRecorder => ({
  note: (record) => void records.push(record),
  start: async () => {},
});

const turn = () => [calls('get'), done({ inputTokens: 90, outputTokens: 10 })];
test.each<[string, Partial<RunLimits>, number, string, RegExp]>([
  ['turns', { maxTurns: 2 }, 2, 'turn_limit', /used all 2 turns of a run .* smaller step/],
  ['tokens', { maxRunTokens: 250 }, 3, 'token_limit', /used 300 tokens, and 250 is the limit/],
  ['the exact number of tokens', { maxRunTokens: 200 }, 2, 'token_limit', /and 200 is the limit/],
])('past a limit of %s: once what was asked for has run', async (_n, limits, turns, code, text) => {
  const run = { tools: [tool('get')], deps: limited(limits) };
  const { results, recorded, end } = await play(Array.from({ length: turns }, turn), run);
  expect(results.every(({ is_error }) => !is_error)).toBe(true);
  const message = expect.stringMatching(text);
  expect(end).toEqual({ type: 'error', data: { code, message, retryable: false } });
  // Each call stands with its result, so that the conversation can continue.
  const roles = Array.from({ length: turns }, () => ['assistant', 'tool']).flat();
  expect(recorded.map(({ role }) => role)).toEqual(['user', ...roles, 'assistant']);
});

test('an answer that is the last anyway stands, however many tokens it took', async () => {
  const turn = [says('a'), done({ inputTokens: 900, outputTokens: 900 })];
  const { end } = await play([turn], { deps: limited({ maxRunTokens: 100 }) });
  expect(end.type).toBe('message_complete');
});

test('seconds, from the first moment on: the model is stopped, and what it said stands', async () => {
  const time = new HandTimer();
  let now = 0;
  const left = () => time.set.map(({ ms }) => ms / 1000);
  const whileChosen: number[] = [];
  const chooseIndexed = async () => {
    whileChosen.push(...left());
    now = 30_000;
    throw new Error('no index');
  };
  const { events, end } = await play([[says('Let me'), waitsFor(never)]], {
    deps: limited({ maxRunSeconds: 90 }, { timer: time.timer, now: () => now }),
    request: { chooseIndexed },
    onEvent: ({ type }) => {
      if (type !== 'content_chunk') return;
      expect([whileChosen, left()]).toEqual([[90], [60]]);
      time.fire();
    },
  });
  expect(eventsOf(events, 'content_chunk')).toEqual([{ chunk: 'Let me' }]);
  const message =
    'The run took longer than 90 seconds, the limit of one run, and was stopped. What was shown so far stands; ask for a smaller step to continue.';
  expect(end.data).toEqual({ code: 'time_limit', message, retryable: false });
});

test('a run that ends by itself leaves no timer behind', async () => {
  const time = new HandTimer();
  await play([[calls('get')], [says('')]], { tools: [tool('get')], deps: { timer: time.timer } });
  expect(time.set).toEqual([]);
});

const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as object;
test.each([
  ['arguments of 5,000 levels', { a: deep }, /look was not run: its arguments are nested deeper/],
  ['long arguments', { a: 'x'.repeat(3_000) }, /look was not run: its arguments have 3008 char/],
])('a call with %s: the model is told why, and the run continues', async (_name, input, text) => {
  const look = tool('look', { execute: async () => ({ result: 'ran' }) });
  const turns = [[calls('look', input, 'a')], [calls('look', {}, 'b')], [says('ok')]];
  const run = { tools: [look], deps: limited({ maxArgumentChars: 1_024 }) };
  const { llm, events, recorded, results, end } = await play(turns, run);
  const error = { code: 'invalid_arguments', message: expect.stringMatching(text) };
  expect(results).toMatchObject([
    { is_error: true, result: { error } },
    { is_error: false, result: 'ran' },
  ]);
  expect(end.type).toBe('message_complete');
  // What is kept, shown and sent back is small, whatever came.
  expect(JSON.stringify([events, recorded, llm.requests]).length).toBeLessThan(20_000);
});

test('a call without a name is one, with what the provider says of it', async () => {
  const call = { id: 'a', name: '', arguments: {}, fault: 'the call holds no name' };
  const turns = [[{ type: 'tool_call', call } as const], [says('ok')]];
  const { results, end } = await play(turns, { tools: [tool('look')] });
  const error = { message: 'unnamed was not run: the call holds no name.' };
  expect(results).toMatchObject([{ name: 'unnamed', result: { error } }]);
  expect(end.type).toBe('message_complete');
});

test('calls past a limit of one answer: the first run, the rest is told what to do, nothing of it runs', async () => {
  const ran: unknown[] = [];
  const get = tool('get', { execute: async (input) => ({ result: ran.push(input) }) });
  const get5 = [calls('get', { n: 5 }, 'c5')];
  const turns = [[1, 2, 3, 4].map((n) => calls('get', { n }, `c${n}`)), get5, [says('done')]];
  const records: CallRecord[] = [];
  const deps = limited({ maxCallsPerTurn: 2 }, { calls: recorderOf(records) });
  const { results } = await play(turns, { tools: [get], deps });
  expect(ran).toEqual([{ n: 1 }, { n: 2 }, { n: 5 }]);
  expect(results.map(({ is_error }) => is_error)).toEqual([false, false, true, true, false]);
  const message =
    'get was not run: an answer may hold at most 2 tool calls, and the first 2 were run. Call it in your next answer if it is still needed.';
  expect(results[2]?.result).toMatchObject({ error: { code: 'call_limit', message } });
  expect(records.filter(({ id, state }) => id === 'c3' && state === 'started')).toEqual([]);
  expect(records.findLast(({ id }) => id === 'c3')?.state).toBe('failed');
});

test('calls past a limit of a run: the model is told to answer, and can', async () => {
  let ran = 0;
  const get = tool('get', { execute: async () => ({ result: (ran += 1) }) });
  const two = () => [calls('get'), calls('get')];
  const run = { tools: [get], deps: limited({ maxToolCalls: 3 }) };
  const { results, end } = await play([two, two, [says('That is all.')]], run);
  expect(ran).toBe(3);
  expect(results.map(({ is_error }) => is_error)).toEqual([false, false, false, true]);
  const message = expect.stringContaining('used all its 3 tool calls');
  expect(results[3]?.result).toMatchObject({ error: { code: 'call_limit', message } });
  expect(end.type).toBe('message_complete');
});

test('calls past a limit whatever the model asks for, no more runs than either limit, and each call has its result', async () => {
  const answers = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 5 });
  const limit = fc.integer({ min: 1, max: 8 });
  await holds([answers, limit, limit], { numRuns: 40 }, async (counts, perTurn, perRun) => {
    let ran = 0;
    const get = tool('get', { execute: async () => ({ result: (ran += 1) }) });
    const asked = counts.map((count) => Array.from({ length: count }, () => calls('get')));
    const deps = limited({ maxCallsPerTurn: perTurn, maxToolCalls: perRun });
    const { events, results } = await play([...asked, [says('done')]], { tools: [get], deps });
    const admitted = counts.reduce((sum, count) => sum + Math.min(count, perTurn), 0);
    expect(ran).toBe(Math.min(admitted, perRun));
    const starts = eventsOf(events, 'tool_call_start').map(({ tool_use_id }) => tool_use_id);
    expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(starts);
  });
});

/** Runs one call of a tool that never ends by itself; its time is up as soon as it has started. */
async function timeOut(effect: Tool['effect'], execute: Tool['execute']) {
  const time = new HandTimer();
  const records: CallRecord[] = [];
  const slow = tool('slow', {
    effect,
    execute: (input, context) => {
      setImmediate(() => {
        expect(time.set.map(({ ms }) => ms)).toEqual([600_000, 2000]);
        time.set.splice(1, 1)[0]?.work();
      });
      return execute(input, context);
    },
  });
  const deps = limited({ maxToolSeconds: 2 }, { timer: time.timer, calls: recorderOf(records) });
  const turns = [[calls('slow', {}, 'c')], [says('It took too long.')]];
  const { llm, results, end } = await play(turns, { tools: [slow], deps });
  expect(end.type).toBe('message_complete');
  return { result: results[0], state: records.at(-1)?.state, told: llm.last.messages.at(-1) };
}

const obedient: Tool['execute'] = (_input, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
const deaf: Tool['execute'] = () => never;

const READ =
  'slow did not end within 2 seconds, the limit of one tool call, and was stopped. Nothing was changed. Ask for less, or continue without it.';
const WRITE =
  'slow did not end within 2 seconds, the limit of one tool call, and was stopped. Whether it took effect is not known: check before repeating it.';
test.each<[string, Tool['effect'], Tool['execute'], string, string]>([
  ['a read that obeys its signal', 'read', obedient, 'failed', READ],
  ['a read that does not', 'read', deaf, 'failed', READ],
  ['a write that obeys its signal', 'draft', obedient, 'unknown', WRITE],
  ['a write that does not', 'draft', deaf, 'unknown', WRITE],
  ['a preview', 'propose', deaf, 'unknown', WRITE],
])('a tool that does not end in time: %s', async (_name, effect, execute, state, message) => {
  expect(await timeOut(effect, execute)).toMatchObject({
    result: { is_error: true, result: { error: { code: 'tool_timeout', message } } },
    told: { role: 'tool', isError: true },
    state,
  });
});

test('a long result is cut for the model, and for the stream where it is longer still', async () => {
  const rows = 'x'.repeat(500);
  const get = tool('get', { execute: async () => ({ result: rows }) });
  const results = [];
  for (const maxEventBytes of [500, 300]) {
    const deps = limited({ maxResultBytes: 100, maxEventBytes });
    const run = await play([[calls('get')], [says('a')]], { tools: [get], deps });
    expect(run.llm.last.messages.at(-1)?.content).toBe(
      `${'x'.repeat(100)}… [cut: 500 bytes in all, 100 can be read; ask for less]`,
    );
    results.push(run.results[0]?.result);
  }
  const cut = `${'x'.repeat(300)}… [cut: 500 bytes in all, 300 can be read; ask for less]`;
  expect(results).toEqual([rows, cut]);
});

const limit = fc.integer({ min: 1, max: 1000 });
const names = Object.keys(defaultRunLimits) as (keyof RunLimits)[];
const each = Object.fromEntries(names.map((name) => [name, limit]));
const [all, some] = [fc.record(each), fc.record(each, { requiredKeys: [] })];

test('an agent may ask for less than the server gives, never for more', () =>
  holds([all, some], (limits, policy) => {
    const result = strictest(limits as unknown as RunLimits, policy);
    for (const name of names)
      expect(result[name]).toBe(Math.min(limits[name] ?? NaN, policy[name] ?? Infinity));
  }));
