import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Tool } from '../agenttools/tool.js';
import type { CallRecord } from './call-record.js';
import { agentWith, eventsOf, runToEnd, tool, type LoopParts } from '../../test/support/loop.js';
import { HandTimer } from '../../test/support/runs.js';
import { calls, done, says, ScriptedModel, waitsFor } from '../../test/support/scripted-model.js';
import { defaultRunLimits, strictest, type RunLimits } from './budget.js';

const never = new Promise<never>(() => {});

function limited(limits: Partial<RunLimits>, deps: LoopParts['deps'] = {}): LoopParts['deps'] {
  return { limits: { ...defaultRunLimits, ...limits }, ...deps };
}

describe('the end of a run past a limit', () => {
  const turn = () => [calls('get'), done({ inputTokens: 90, outputTokens: 10 })];
  const cases: [string, Partial<RunLimits>, number, string, RegExp][] = [
    ['turns', { maxTurns: 2 }, 2, 'turn_limit', /used all 2 turns of a run .* smaller step/],
    ['tokens', { maxRunTokens: 250 }, 3, 'token_limit', /used 300 tokens, and 250 is the limit/],
    ['the exact number of tokens', { maxRunTokens: 200 }, 2, 'token_limit', /and 200 is the limit/],
  ];
  test.each(cases)(
    '%s: after what was asked for has run',
    async (_n, limits, turns, code, text) => {
      const llm = new ScriptedModel(Array.from({ length: turns }, turn));
      const { events, recorded } = await runToEnd({
        llm,
        tools: [tool('get')],
        deps: limited(limits),
      });
      llm.expectUsedUp();
      expect(eventsOf(events, 'tool_call_result').every(({ is_error }) => !is_error)).toBe(true);
      expect(events.at(-1)).toMatchObject({ type: 'error', data: { code, retryable: false } });
      expect(eventsOf(events, 'error')[0]?.message).toMatch(text);
      // Each call stands with its result, so that the conversation can continue.
      expect(recorded.map(({ role }) => role)).toEqual([
        'user',
        ...Array.from({ length: turns }, () => ['assistant', 'tool']).flat(),
        'assistant',
      ]);
    },
  );

  test('an answer that is the last anyway stands, however many tokens it took', async () => {
    const llm = new ScriptedModel([[says('a'), done({ inputTokens: 900, outputTokens: 900 })]]);
    const { events } = await runToEnd({ llm, deps: limited({ maxRunTokens: 100 }) });
    expect(events.at(-1)?.type).toBe('message_complete');
  });

  test('seconds: the model is stopped, and what it said stands', async () => {
    const time = new HandTimer();
    const llm = new ScriptedModel([[says('Let me'), waitsFor(never)]]);
    const { events } = await runToEnd({
      llm,
      deps: limited({ maxRunSeconds: 90 }, { timer: time.timer }),
      onEvent: ({ type }) => {
        if (type !== 'content_chunk') return;
        expect(time.set.map(({ ms }) => ms)).toEqual([90_000]);
        time.fire();
      },
    });
    expect(eventsOf(events, 'content_chunk')).toEqual([{ chunk: 'Let me' }]);
    expect(events.at(-1)?.data).toEqual({
      code: 'time_limit',
      message:
        'The run took longer than 90 seconds, the limit of one run, and was stopped. What was shown so far stands; ask for a smaller step to continue.',
      retryable: false,
    });
  });

  test('a run that ends by itself leaves no timer behind', async () => {
    const time = new HandTimer();
    const llm = new ScriptedModel([[calls('get')], [says('a')]]);
    await runToEnd({ llm, tools: [tool('get')], deps: { timer: time.timer } });
    expect(time.set).toEqual([]);
  });
});

describe('a call that came broken', () => {
  const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as object;
  test.each([
    ['arguments of 5,000 levels', { a: deep }, /look was not run: its arguments are nested deeper/],
    ['long arguments', { a: 'x'.repeat(3_000) }, /look was not run: its arguments have 3008 char/],
  ])(
    '%s: the model is told why, nothing runs, and the run continues',
    async (_name, input, text) => {
      const look = tool('look', { execute: async () => ({ result: 'ran' }) });
      const llm = new ScriptedModel([
        [calls('look', input, 'a')],
        [calls('look', {}, 'b')],
        [says('ok')],
      ]);
      const deps = limited({ maxArgumentChars: 1_024 });
      const { events, recorded } = await runToEnd({ llm, tools: [look], deps });
      const [broken, good] = eventsOf(events, 'tool_call_result');
      expect(broken).toMatchObject({
        is_error: true,
        result: { error: { code: 'invalid_arguments', message: expect.stringMatching(text) } },
      });
      expect(good).toMatchObject({ is_error: false, result: 'ran' });
      expect(events.at(-1)?.type).toBe('message_complete');
      // What is kept, shown and sent back is small, whatever came.
      expect(JSON.stringify([events, recorded, llm.requests]).length).toBeLessThan(20_000);
    },
  );

  test('a call without a name is one, with what the provider says of it', async () => {
    const call = { id: 'a', name: '', arguments: {}, fault: 'the call holds no name' };
    const llm = new ScriptedModel([[{ type: 'tool_call', call }], [says('ok')]]);
    const { events } = await runToEnd({ llm, tools: [tool('look')] });
    expect(eventsOf(events, 'tool_call_result')[0]).toMatchObject({
      name: 'unnamed',
      result: { error: { message: 'unnamed was not run: the call holds no name.' } },
    });
    expect(events.at(-1)?.type).toBe('message_complete');
  });
});

describe('calls past a limit', () => {
  test('of one answer: the first run, the rest is told what to do, nothing of it runs', async () => {
    const ran: unknown[] = [];
    const get = tool('get', { execute: async (input) => ({ result: ran.push(input) }) });
    const llm = new ScriptedModel([
      [1, 2, 3, 4].map((n) => calls('get', { n }, `c${n}`)),
      [calls('get', { n: 5 }, 'c5')],
      [says('done')],
    ]);
    const records: CallRecord[] = [];
    const { events } = await runToEnd({
      llm,
      tools: [get],
      deps: limited(
        { maxCallsPerTurn: 2 },
        { calls: { note: (record) => void records.push(record), start: async () => {} } },
      ),
    });
    expect(ran).toEqual([{ n: 1 }, { n: 2 }, { n: 5 }]);
    const results = eventsOf(events, 'tool_call_result');
    expect(results.map(({ tool_use_id, is_error }) => [tool_use_id, is_error])).toEqual([
      ['c1', false],
      ['c2', false],
      ['c3', true],
      ['c4', true],
      ['c5', false],
    ]);
    expect(results[2]?.result).toMatchObject({
      error: {
        code: 'call_limit',
        message:
          'get was not run: an answer may hold at most 2 tool calls, and the first 2 were run. Call it in your next answer if it is still needed.',
      },
    });
    expect(records.filter(({ id, state }) => id === 'c3' && state === 'started')).toEqual([]);
    expect(records.findLast(({ id }) => id === 'c3')?.state).toBe('failed');
  });

  test('of a run: the model is told to answer, and can', async () => {
    let ran = 0;
    const get = tool('get', { execute: async () => ({ result: (ran += 1) }) });
    const llm = new ScriptedModel([
      [calls('get'), calls('get')],
      [calls('get'), calls('get')],
      [says('That is all.')],
    ]);
    const { events } = await runToEnd({ llm, tools: [get], deps: limited({ maxToolCalls: 3 }) });
    llm.expectUsedUp();
    expect(ran).toBe(3);
    expect(eventsOf(events, 'tool_call_result').map(({ is_error }) => is_error)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(eventsOf(events, 'tool_call_result')[3]?.result).toMatchObject({
      error: { code: 'call_limit', message: expect.stringContaining('used all its 3 tool calls') },
    });
    expect(events.at(-1)?.type).toBe('message_complete');
  });

  test('whatever the model asks for, no more runs than either limit, and each call has its result', async () => {
    const answers = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 5 });
    const limit = fc.integer({ min: 1, max: 8 });
    await fc.assert(
      fc.asyncProperty(answers, limit, limit, async (counts, perTurn, perRun) => {
        let ran = 0;
        const get = tool('get', { execute: async () => ({ result: (ran += 1) }) });
        const asked = counts.map((count) => Array.from({ length: count }, () => calls('get')));
        const llm = new ScriptedModel([...asked, [says('done')]]);
        const { events } = await runToEnd({
          llm,
          tools: [get],
          deps: limited({ maxCallsPerTurn: perTurn, maxToolCalls: perRun }),
        });
        const admitted = counts.reduce((sum, count) => sum + Math.min(count, perTurn), 0);
        expect(ran).toBe(Math.min(admitted, perRun));
        const starts = eventsOf(events, 'tool_call_start').map(({ tool_use_id }) => tool_use_id);
        const ends = eventsOf(events, 'tool_call_result').map(({ tool_use_id }) => tool_use_id);
        expect(ends).toEqual(starts);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a tool that does not end in time', () => {
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
    const llm = new ScriptedModel([[calls('slow', {}, 'c')], [says('It took too long.')]]);
    const run = await runToEnd({
      llm,
      tools: [slow],
      deps: limited(
        { maxToolSeconds: 2 },
        {
          timer: time.timer,
          calls: { note: (record) => void records.push(record), start: async () => {} },
        },
      ),
    });
    llm.expectUsedUp();
    expect(run.events.at(-1)?.type).toBe('message_complete');
    const [result] = eventsOf(run.events, 'tool_call_result');
    return { result, state: records.at(-1)?.state, told: llm.last.messages.at(-1) };
  }

  /** Ends when its signal says so, as a platform call does. */
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
  ])(
    '%s: the model is told, and the run continues',
    async (_name, effect, execute, state, message) => {
      const seen = await timeOut(effect, execute);
      expect(seen.result).toMatchObject({
        is_error: true,
        result: { error: { code: 'tool_timeout', message } },
      });
      expect(seen.told).toMatchObject({ role: 'tool', isError: true });
      expect(seen.state).toBe(state);
    },
  );
});

test('a long result is cut for the model, and for the stream where it is longer still', async () => {
  const rows = 'x'.repeat(500);
  const get = tool('get', { execute: async () => ({ result: rows }) });
  const results = [];
  for (const maxEventBytes of [500, 300]) {
    const llm = new ScriptedModel([[calls('get')], [says('a')]]);
    const deps = limited({ maxResultBytes: 100, maxEventBytes });
    const { events } = await runToEnd({ llm, tools: [get], deps });
    expect(llm.last.messages.at(-1)?.content).toBe(
      `${'x'.repeat(100)}… [cut: 500 bytes in all, 100 can be read; ask for less]`,
    );
    results.push(eventsOf(events, 'tool_call_result')[0]?.result);
  }
  expect(results).toEqual([
    rows,
    `${'x'.repeat(300)}… [cut: 500 bytes in all, 300 can be read; ask for less]`,
  ]);
});

describe('an agent', () => {
  const limit = fc.integer({ min: 1, max: 1000 });
  const names = Object.keys(defaultRunLimits) as (keyof RunLimits)[];
  const all = fc.record(Object.fromEntries(names.map((name) => [name, limit])));
  const some = fc.record(Object.fromEntries(names.map((name) => [name, limit])), {
    requiredKeys: [],
  });

  test('may ask for less than the server gives, never for more', () => {
    fc.assert(
      fc.property(all, some, (limits, policy) => {
        const result = strictest(limits as unknown as RunLimits, policy);
        for (const name of names) {
          expect(result[name]).toBe(Math.min(limits[name] ?? NaN, policy[name] ?? Infinity));
        }
      }),
    );
  });

  test.each([
    [2, 5, 2],
    [5, 2, 2],
  ])('of %d turns on a server of %d has %d', async (own, server, turns) => {
    const llm = new ScriptedModel(Array.from({ length: turns }, () => [calls('get')]));
    const { events } = await runToEnd({
      llm,
      tools: [tool('get')],
      request: { agent: agentWith(['get'], own) },
      deps: limited({ maxTurns: server }),
    });
    llm.expectUsedUp();
    expect(events.at(-1)?.data).toMatchObject({ code: 'turn_limit' });
  });
});
