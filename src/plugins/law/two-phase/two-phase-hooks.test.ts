import { once } from 'node:events';
import { agentWith, eventsOf, runToEnd, tool } from '../../../../test/support/loop.js';
import { HandTimer } from '../../../../test/support/runs.js';
import {
  calls,
  done,
  fails,
  says,
  thinks,
  ScriptedModel,
  waitsFor,
  type ScriptTurn,
} from '../../../../test/support/scripted-model.js';
import { writeCollected } from '../../../foundation/collected-results.js';
import type { Agent } from '../../../agentloop/agent.js';
import { defaultRunLimits } from '../../../agentloop/budget.js';
import type { Tool } from '../../../agenttools/tool.js';
import type { LlmMessage } from '../../../llm/types.js';
import { TwoPhaseHooks } from './two-phase-hooks.js';

/** Runs the script of the model that searches, then that of the one that writes. */
async function run(
  searching: readonly ScriptTurn[],
  writing: readonly ScriptTurn[],
  more: { policy?: object; deps?: object; tools?: Tool[]; history?: LlmMessage[] } = {},
) {
  const { policy, deps, tools = [tool('find'), tool('read')], history = [] } = more;
  const small = new ScriptedModel(searching, 'small-1');
  const large = new ScriptedModel(writing, 'large-1');
  const main = new ScriptedModel([], 'main-1');
  const base = agentWith(tools.map(({ name }) => name));
  const says = (what: string) => (_: object, section?: string) => `${what}. ${section}`;
  const agent: Agent = {
    ...base,
    promptSection: 'town',
    policy: { ...base.policy, models: { tools: 'small', closing: 'large' }, ...policy },
    systemPrompt: says('Search'),
    hooks: (of) => new TwoPhaseHooks(of, says('Write')),
  };
  const promptSections = { town: async () => 'The town is small.' };
  const { events, recorded } = await runToEnd({
    llm: main,
    tools,
    deps: { models: { main, small, large }, promptSections, ...deps },
    request: { history, agent },
  });
  small.expectUsedUp();
  large.expectUsedUp();
  const shown = eventsOf(events, 'content_chunk').map(({ chunk }) => chunk);
  return { events, recorded, small, large, shown: shown.join('') };
}

const found = (name: string, input = {}) => {
  return { name, arguments: input, isError: false, content: JSON.stringify({ name, input }) };
};
const NOW = 'Answer my message now, from these results.';

test('one model works the tools, another one writes from what they returned and nothing else', async () => {
  const history: LlmMessage[] = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'old', name: 'find', arguments: {} }] },
    { role: 'tool', toolCallId: 'old', name: 'find', content: 'OLD RESULT', isError: false },
    { role: 'assistant', content: 'Hello yourself' },
  ];
  const looks = [says('Let me look.'), calls('find', { word: 'a' }), calls('read')];
  const searching = [[thinks('Hm.'), ...looks], [says('I know: it is 42.')]];
  const writing = [[says('It '), says('is 41.'), done({ inputTokens: 3, outputTokens: 2 })]];
  const { small, large, shown, recorded, events } = await run(searching, writing, { history });
  expect(shown).toBe('It is 41.');
  expect(events.map(({ type }) => type)).not.toContain('thinking_chunk');
  const system = 'Search. The town is small.';
  for (const request of small.requests) expect(request).toMatchObject({ system });
  expect(small.requests.map(({ tools }) => tools.length)).toEqual([3, 3]);
  const results = writeCollected([found('find', { word: 'a' }), found('read')], 24_000);
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hello yourself' },
    { role: 'user', content: 'do it' },
    { role: 'assistant', content: results },
    { role: 'user', content: NOW },
  ];
  const asked = { system: 'Write. The town is small.', messages, tools: [], maxTokens: 1000 };
  expect(large.requests).toEqual([asked]);
  const kept = recorded.map(({ role, content }) =>
    role === 'tool' ? role : `${role}: ${content}`,
  );
  expect(kept).toEqual(['user: do it', 'assistant: ', 'tool', 'tool', 'assistant: It is 41.']);
  const usage = { input_tokens: 23, output_tokens: 12 };
  expect(events.at(-1)?.data).toEqual({ finish_reason: 'stop', turns: 2, usage });
});

test('without a call the writing model gets the conversation alone', async () => {
  const { large, shown } = await run([[says('Nothing to look up.')]], [[says('You are welcome.')]]);
  expect(large.last.messages).toEqual([{ role: 'user', content: 'do it' }]);
  expect(shown).toBe('You are welcome.');
});

test('used-up turns end in an answer, which knows that they were', async () => {
  const searching = [[calls('find')], [calls('read')]];
  const policy = { maxTurns: 2 };
  const { large, shown, events } = await run(searching, [[says('So far.')]], { policy });
  expect(shown).toBe('So far.');
  const [results, asked] = large.last.messages.slice(-2).map(({ content }) => content);
  expect(asked).toMatch(/^Answer my message now.* turns were used up/);
  expect(results).toContain('[2] read');
  expect(events.at(-1)).toMatchObject({ data: { finish_reason: 'stop', turns: 2 } });
});

test('failed calls are handed on as they failed; those over the limit are counted', async () => {
  const broken = tool('find', { execute: () => Promise.reject(new Error('no line')) });
  const searching = [[calls('find'), calls('invented'), calls('read'), calls('read')], []];
  const more = { policy: { maxToolCalls: 3 }, tools: [broken, tool('read')] };
  const { large } = await run(searching, [[says('Hm.')]], more);
  const [results, asked] = large.last.messages.slice(-2).map(({ content }) => content);
  const lines = results?.split('\n').filter((line) => line.startsWith('['));
  expect(lines).toEqual(['[1] find {} (failed)', '[2] invented {} (failed)', '[3] read {}']);
  expect(results).toContain('no line');
  const cut = '1 more was not run: there were too many calls.';
  expect(asked).toBe(`${NOW} ${cut} Say what may be missing because of it.`);
});

test('the results keep their token limit', async () => {
  const long = tool('find', { execute: async () => ({ result: 'x'.repeat(40_000) }) });
  const more = { policy: { maxCollectedTokens: 4_000 }, tools: [long, tool('read')] };
  const { large } = await run([[calls('find'), calls('find')], []], [[says('Long.')]], more);
  const results = large.last.messages.at(-2)?.content ?? '';
  expect(results.length).toBeGreaterThan(15_900);
  expect(results.length).toBeLessThanOrEqual(16_000);
  expect(results.match(/\[cut: 40000 characters in all\]/g)).toHaveLength(2);
});

test.each([
  [['small-1'], 'message_complete'],
  [['large-1', 'main-1'], 'error'],
])('with %j as trusted models, the one that works the tools decides', async (trusted, end) => {
  const [searching, writing] = trusted.includes('small-1') ? [[[]], [[says('Fine.')]]] : [[], []];
  const more = { policy: { trustedModelsOnly: true }, deps: { trustedModels: trusted } };
  const { events } = await run(searching, writing, more);
  expect(events.at(-1)?.type).toBe(end);
});

describe('when a model fails', () => {
  test('in the search, what was found until then is answered from, and said to be incomplete', async () => {
    const searching = [[calls('find')], [fails('overloaded')]];
    const { shown, events, large } = await run(searching, [[says('Half of it.')]]);
    expect(shown).toMatch(/^Note: the model that searches failed .*\n\nHalf of it\.$/s);
    expect(large.last.messages.at(-1)?.content).toContain('because its model failed');
    expect(events.at(-1)).toMatchObject({ data: { finish_reason: 'fallback' } });
  });

  test('before it has written anything, the user gets what was found, as code', async () => {
    const searching = [[calls('find')], [says('I know.')]];
    const { shown, events, recorded } = await run(searching, [[fails('overloaded')]]);
    expect(shown).toMatch(/^Note: the model that writes the answer failed\. /);
    expect(shown).toContain('\n\n    What the tools returned');
    expect(shown).toContain('\n    [1] find');
    expect(events.at(-1)).toMatchObject({ data: { finish_reason: 'fallback' } });
    expect(recorded.at(-1)).toMatchObject({ role: 'assistant', content: shown });
  });

  const over = [fails('overloaded')];
  test.each<[string, ScriptTurn[], ScriptTurn[]]>([
    ['in the search, before anything was found', [over], []],
    ['before it has written anything, of nothing', [[says('I know.')]], [over]],
    ['while it writes', [[calls('find')], []], [[says('Half'), fails('overloaded')]]],
  ])('%s, the run fails', async (_name, searching, writing) => {
    const { events } = await run(searching, writing);
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { message: 'overloaded' } });
  });
});

test('used-up tokens end in an answer from what was found', async () => {
  const spent = done({ inputTokens: 90, outputTokens: 20 });
  const policy = { maxRunTokens: 100 };
  const searching = [[calls('find'), spent]];
  const { shown, events, large } = await run(searching, [[says('So far.')]], { policy });
  expect(shown).toMatch(/^Note: the search used all tokens .*\n\nSo far\.$/s);
  expect(large.last.messages.at(-2)?.content).toContain('[1] find');
  expect(large.last.messages.at(-1)?.content).toContain('because its tokens were used up');
  const data = { finish_reason: 'fallback', usage: { input_tokens: 100, output_tokens: 25 } };
  expect(events.at(-1)).toMatchObject({ type: 'message_complete', data });
});

describe('when the time for the search is up', () => {
  const time = () => {
    const timer = new HandTimer();
    const deps = { timer: timer.timer, limits: { ...defaultRunLimits, maxRunSeconds: 300 } };
    // The run's own limit is set first.
    return { timer, deps, ends: () => timer.set[1]?.work() };
  };
  const policy = { closingSeconds: 120 };
  /** A model that says nothing more before its time is up. */
  const hangs = (ends: () => void) => () => {
    setImmediate(ends);
    return [waitsFor(new Promise(() => {}))];
  };
  /** A model that writes, and looks at the clock before. */
  const writes = (text: string, timer: HandTimer, seen: number[]) => () => {
    seen.push(...timer.set.map(({ ms }) => ms));
    return [says(text)];
  };

  test('the model that searches is stopped, and the rest of the time is for the answer', async () => {
    const { timer, deps, ends } = time();
    const seen: number[] = [];
    const [searching, writing] = [[[calls('find')], hangs(ends)], writes('In time.', timer, seen)];
    const { shown, events, large } = await run(searching, [writing], { policy, deps });
    expect(shown).toMatch(/^Note: the search took too long .*\n\nIn time\.$/s);
    expect(large.last.messages.at(-2)?.content).toContain('[1] find');
    expect(large.last.messages.at(-1)?.content).toContain('because its time was up');
    expect(events.at(-1)).toMatchObject({ data: { finish_reason: 'fallback' } });
    expect(seen).toEqual([300_000]);
  });

  test('a call that was under way is handed on as failed', async () => {
    const { deps, ends } = time();
    const execute: Tool['execute'] = async (_input, { signal }) => {
      setImmediate(ends);
      await once(signal, 'abort');
      throw signal.reason;
    };
    const tools = [tool('find', { execute }), tool('read')];
    const { large } = await run([[calls('find')]], [[says('Hm.')]], { policy, deps, tools });
    expect(large.last.messages.at(-2)?.content).toContain('[1] find {} (failed)');
  });

  test.each([
    [300, 180],
    [100, 50],
  ])('of %d seconds and with nothing found, the run fails after %d', async (all, seconds) => {
    const { timer, ends } = time();
    const deps = { timer: timer.timer, limits: { ...defaultRunLimits, maxRunSeconds: all } };
    const { events } = await run([hangs(ends)], [], { policy, deps });
    const message = expect.stringContaining(`after ${seconds} of the ${all} seconds`);
    expect(events.at(-1)?.data).toMatchObject({ code: 'time_limit', message });
  });

  test('a search that ends before leaves the answer all of the time', async () => {
    const { timer, deps } = time();
    const left: number[] = [];
    await run([[]], [writes('Early.', timer, left)], { policy, deps });
    expect(left).toEqual([300_000]);
    expect(timer.set).toEqual([]);
  });
});

const cut = { ...done(), finishReason: 'length' as const };
test.each([
  [[], 'The model ended without an answer. Say "continue", or ask in other words.'],
  [[says('Cut'), cut], expect.stringMatching(/^Cut\n\nThe answer was cut off/)],
])('an answer that does not end by itself is explained: %j', async (writing, expected) => {
  const { shown, events } = await run([[]], [writing]);
  expect(shown).toEqual(expected);
  expect(events.at(-1)?.type).toBe('message_complete');
});
