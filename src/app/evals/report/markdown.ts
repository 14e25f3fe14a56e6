import type { EvalResults, ModelResult } from '../results.model.js';
import {
  summarise,
  succeeded,
  titleOf,
  type Prices,
  type Summary,
  isUnoffered,
} from './summary.js';
import type { Attempt } from '../play-scenario.js';

/** How often the server caught what a model did wrong with its tool calls, and what became of it. */
interface GuardFigures {
  guard: string;
  times: number;
  attempts: number;
  /** Of those, the ones that succeeded all the same. */
  saved: number;
}

/** What local models do wrong most often, and how often an attempt met it. */
const GUARDS: readonly (readonly [string, (attempt: Attempt) => number])[] = [
  ['calls written as text, read all the same', ({ leakedCalls = 0 }) => leakedCalls],
  [
    'wrong arguments, refused with what is valid',
    (attempt) => callsOf(attempt).filter(({ code }) => code === 'invalid_arguments').length,
  ],
  [
    'tools that were not offered, refused with what is',
    (attempt) => callsOf(attempt).filter(isUnoffered).length,
  ],
];

function guardsOf({ scenarios }: ModelResult): GuardFigures[] {
  const attempts = scenarios.flatMap((scenario) => scenario.attempts);
  return GUARDS.map(([guard, count]) => {
    const met = attempts.filter((one) => count(one) > 0);
    return {
      guard,
      times: met.reduce((sum, one) => sum + count(one), 0),
      attempts: met.length,
      saved: met.filter(succeeded).length,
    };
  }).filter(({ times }) => times > 0);
}

function callsOf({ turns }: Attempt) {
  return turns.flatMap(({ calls }) => calls);
}

const COLUMNS: readonly [string, (one: Summary) => string][] = [
  ['success', ({ success }) => percent(success)],
  ['pass^k', ({ passK }) => percent(passK)],
  ['turns', ({ turns }) => turns.toFixed(1)],
  ['tool calls', ({ toolCalls }) => toolCalls.toFixed(1)],
  ['failed calls', ({ failedCalls }) => String(failedCalls)],
  ['unoffered calls', ({ unofferedCalls }) => String(unofferedCalls)],
  ['selection recall', ({ recall }) => (recall === undefined ? '–' : percent(recall))],
  ['tokens in', ({ inputTokens }) => String(inputTokens)],
  ['tokens out', ({ outputTokens }) => String(outputTokens)],
  ['cost', ({ cost }) => (cost === undefined ? 'no price' : `$${cost.toFixed(4)}`)],
  ['seconds', ({ seconds }) => seconds.toFixed(1)],
];

/** What is counted of each model, below the names of the columns. */
export function tableRows({ results }: EvalResults, prices: Prices): string[][] {
  const rows = results.map((one) => {
    const summary = summarise(one, results, prices);
    return [titleOf(one), String(summary.scenarios), ...COLUMNS.map(([, cell]) => cell(summary))];
  });
  return [['model', 'scenarios', ...COLUMNS.map(([head]) => head)], ...rows];
}

/** The results as Markdown: a row for each model, and what failed. */
export function markdownReport(all: EvalResults, prices: Prices = {}): string {
  const { results } = all;
  const [head = '', ...rows] = tableRows(all, prices).map((cells) => `| ${cells.join(' | ')} |`);
  return [
    head,
    `|${'---|'.repeat(COLUMNS.length + 2)}`,
    ...rows,
    ...results.flatMap((one) => [
      ...mistakesOf(one, results),
      ...caughtOf(one),
      ...changedOf(one),
      ...failuresOf(one),
    ]),
    '',
  ].join('\n');
}

function mistakesOf(result: ModelResult, all: readonly ModelResult[]): string[] {
  const { userMistakes } = summarise(result, all);
  if (userMistakes === 0) return [];
  return ['', `${titleOf(result)}: ${userMistakes} failures are mistakes of the played user.`];
}

function caughtOf(result: ModelResult): string[] {
  const guards = guardsOf(result);
  if (guards.length === 0) return [];
  const rows = guards.map(
    ({ guard, times, attempts, saved }) => `| ${guard} | ${times} | ${attempts} | ${saved} |`,
  );
  const head = ['| caught | times | in attempts | of which succeeded |', '|---|--:|--:|--:|'];
  return ['', `## ${titleOf(result)}: what was caught`, '', ...head, ...rows];
}

function changedOf(result: ModelResult): string[] {
  const { changedRequests: changed } = result;
  if (changed.length === 0) return [];
  const heading = `## ${titleOf(result)}: ${changed.length} model calls are asked in other words than when they were recorded`;
  return ['', heading, '', ...changed.map((one) => `- ${one}`)];
}

function failuresOf(result: ModelResult): string[] {
  const failed = result.scenarios.flatMap(({ suite, name, attempts }) => {
    const bad = attempts.filter((one) => !succeeded(one));
    if (bad.length === 0) return [];
    const times = attempts.length === 1 ? '' : ` (${bad.length} of ${attempts.length})`;
    const faults = [...new Set(bad.flatMap(({ faults }) => faults))];
    return [
      `- **${suite}: ${name}**${times}`,
      ...faults.map((one) => `  - ${one.replaceAll('\n', ' ').slice(0, 400)}`),
    ];
  });
  return failed.length === 0 ? [] : ['', `## ${titleOf(result)}: what failed`, '', ...failed];
}

/** A share as people read it. */
export function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
