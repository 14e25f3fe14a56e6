import type { EvalResults, ModelResult } from '../results.model.js';
import { guardsOf } from './guards.js';
import { summarise, succeeded, type Prices, type Summary } from './summary.js';

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

/** The results as Markdown: a row for each model, and what failed. */
export function markdownReport({ results }: EvalResults, prices: Prices = {}): string {
  const rows = results.map((one) => {
    const summary = summarise(one, results, prices);
    const cells = COLUMNS.map(([, cell]) => cell(summary));
    return `| ${[titleOf(one), String(summary.scenarios), ...cells].join(' | ')} |`;
  });
  const heads = ['model', 'scenarios', ...COLUMNS.map(([head]) => head)];
  return [
    `| ${heads.join(' | ')} |`,
    `|${'---|'.repeat(heads.length)}`,
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

/** A model with the way that tools were offered to it. */
export function titleOf({ model, offer }: ModelResult): string {
  return offer === 'all' ? `${model}, all tools` : model;
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
    return [`- **${suite}: ${name}**${times}`, ...faults.map((fault) => `  - ${oneLine(fault)}`)];
  });
  return failed.length === 0 ? [] : ['', `## ${titleOf(result)}: what failed`, '', ...failed];
}

function oneLine(text: string): string {
  return text.split('\n').join(' ').slice(0, 400);
}

/** A share as people read it. */
export function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
