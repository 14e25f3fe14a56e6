import type { Attempt } from '../play-scenario.js';
import { type EvalResults, type ModelResult, comparison, summarise } from './summary.js';
import type { CallRecord, TurnRecord } from '../transcript.js';
import { htmlReport, markdownReport } from './report.js';

const call = (name: string, code?: string): CallRecord => {
  return { name, input: {}, result: {}, isError: code !== undefined, ...(code && { code }) };
};

const asked = { said: 'hi', agent: 'shop', runId: 'r', conversationId: 'c', changes: [] };
const answered = { answer: '<b>Hi</b>', citations: [], modelCalls: 1, seconds: 2 };
const turn = (calls: CallRecord[], offered: string[]): TurnRecord => {
  return { ...asked, ...answered, calls, offered, inputTokens: 1000, outputTokens: 100 };
};
const attempt = (faults: readonly string[], ...turns: TurnRecord[]): Attempt => ({ faults, turns });

function result(model: string, ...scenarios: readonly (readonly Attempt[])[]): ModelResult {
  return {
    model,
    offer: 'selected',
    changedRequests: [],
    scenarios: scenarios.map((attempts, at) => ({ suite: 's', name: `n${at}`, attempts })),
  };
}

const good = attempt([], turn([call('list')], ['list', 'get']));
const bad = attempt(['list did not run.'], turn([call('pay', 'tool_not_offered')], ['get']));
const wrong = attempt(['x'], turn([call('get', 'invalid_arguments')], ['get']));
const mixed = result('a', [good, bad], [good, good]);

test('the figures of a result: attempts, scenarios, calls and tokens are counted', () =>
  expect(summarise(mixed, [mixed], { a: { input: 2, output: 10 } })).toEqual({
    scenarios: 2,
    attempts: 4,
    success: 0.75,
    passK: 0.5,
    turns: 1,
    toolCalls: 1,
    failedCalls: 0,
    unofferedCalls: 1,
    userMistakes: 0,
    inputTokens: 4000,
    outputTokens: 400,
    cost: 0.012,
    seconds: 8,
    recall: 0.75,
  }));

test('the figures of a result: a tool that any model needed counts for all of them', () => {
  const failed = result('b', [bad], [wrong]);
  const { recall, failedCalls } = summarise(failed, [mixed, failed]);
  expect({ recall, failedCalls }).toEqual({ recall: 0, failedCalls: 1 });
});

test('the figures of a result: nothing is known of tools where nothing succeeded, and nothing divided by none', () => {
  const { recall, turns } = summarise(result('b', [bad]), [result('b', [bad])]);
  expect([recall, turns]).toEqual([undefined, 0]);
  expect(summarise(result('c'), []).success).toBe(0);
});

test('what was caught is told, with the attempts that succeeded all the same', () => {
  const saved = attempt([], turn([call('get', 'invalid_arguments'), call('get')], ['get']));
  const leaks = result('c', [{ ...saved, leakedCalls: 2 }, bad]);
  const report = markdownReport({ version: 1, results: [leaks] });
  expect(report.split('\n').filter((line) => /^\| (calls|wrong|tools)/.test(line))).toEqual([
    '| calls written as text, read all the same | 2 | 1 | 1 |',
    '| wrong arguments, refused with what is valid | 1 | 1 | 1 |',
    '| tools that were not offered, refused with what is | 1 | 1 | 0 |',
  ]);
  expect(markdownReport({ version: 1, results: [result('d', [good])] })).not.toContain('caught');
});

const found: EvalResults = { version: 1, results: [mixed, result('b', [wrong], [good])] };

test('the Markdown has a row for each model and the faults of what failed', () => {
  const text = markdownReport(found);
  expect(text).toContain('| a | 2 | 75.0 % | 50.0 % |');
  expect(text).toContain('| b | 2 | 50.0 % | 50.0 % |');
  expect(text).toContain('## a: what failed\n\n- **s: n0** (1 of 2)\n  - list did not run.');
});

test('the page shows transcripts as text', () => {
  const page = htmlReport(found);
  expect(page).toContain('&lt;b&gt;Hi&lt;/b&gt;');
  expect(page).not.toContain('<b>Hi');
});

test('a comparison pairs scenarios and says what is new or gone', () => {
  const now: EvalResults = { version: 1, results: [result('a', [good, good], [bad], [good])] };
  const text = comparison(found, now);
  expect(text).toContain('## a: 1 better, 1 worse, 0 the same\n1 scenarios are new.');
  expect(text).toContain('- worse: s: n1 (100 → 0 % of attempts)');
  expect(text).toContain('- better: s: n0 (50 → 100 % of attempts)');
  expect(comparison(now, { version: 1, results: [result('z', [good])] })).toContain(
    '## z: not in the earlier evaluation',
  );
});
