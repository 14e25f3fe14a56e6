import {
  type EvalResults,
  type ModelResult,
  type ScenarioResult,
  summarise,
  succeeded,
  titleOf,
  type Prices,
  type Summary,
  isUnoffered,
} from './summary.js';
import type { Attempt } from '../play-scenario.js';
import { escapeHtml } from '../../../foundation/text.js';
import type { TurnRecord } from '../transcript.js';

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

function guardsOf({ scenarios }: ModelResult) {
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
function tableRows({ results }: EvalResults, prices: Prices): string[][] {
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

export function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

const MAX_SHOWN = 4_000;

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
table { border-collapse: collapse; } td, th { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid #8884; }
td:first-child, th:first-child { text-align: left; }
details { margin: .25rem 0; } details details { margin-left: 1.5rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: .5rem; }
.good::before { content: "✓ "; color: #2a7f3f; } .bad::before { content: "✗ "; color: #c0392b; }
.fault { color: #c0392b; }
`;

/** The results as one page that needs nothing else, with every transcript. */
export function htmlReport(results: EvalResults, prices: Prices = {}): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Evaluation</title><style>${STYLE}</style></head><body>
<h1>Evaluation</h1>
${tableOf(results, prices)}
${results.results.map(resultOf).join('\n')}
</body></html>
`;
}

function tableOf(results: EvalResults, prices: Prices): string {
  const rows = tableRows(results, prices).map((cells, row) => {
    const tag = row === 0 ? 'th' : 'td';
    return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

function resultOf(result: ModelResult): string {
  return `<h2>${escapeHtml(titleOf(result))}</h2>\n${result.scenarios.map(scenarioOf).join('\n')}`;
}

function scenarioOf({ suite, name, attempts }: ScenarioResult): string {
  const good = attempts.filter(succeeded).length;
  const state = good === attempts.length ? 'good' : 'bad';
  const title = `${suite}: ${name} (${good} of ${attempts.length})`;
  return folded(state, title, attempts.map(attemptOf).join('\n'));
}

function attemptOf(attempt: Attempt, at: number): string {
  const faults = attempt.faults.map((one) => `<p class="fault">${escapeHtml(one)}</p>`).join('');
  const mistake =
    attempt.userMistake === undefined
      ? ''
      : `<p>The played user is to blame: ${escapeHtml(attempt.userMistake)}</p>`;
  const body = `${faults}${mistake}${attempt.turns.map(turnOf).join('')}`;
  return folded(succeeded(attempt) ? 'good' : 'bad', `Attempt ${at + 1}`, body);
}

function turnOf({ said, agent, answer, calls, changes, offered, error }: TurnRecord): string {
  const called = calls.map(({ name, input, isError, result }) =>
    folded(isError ? 'bad' : 'good', name, pre({ input, result })),
  );
  const proposed = changes.map(({ kind, payload, state }) =>
    folded('good', `${kind}: ${state}`, pre(payload)),
  );
  return [
    `<p><b>User:</b> ${escapeHtml(said)}</p>`,
    `<details><summary>${offered.length} tools offered</summary><p>${escapeHtml(offered.join(', '))}</p></details>`,
    ...called,
    ...proposed,
    `<p><b>${escapeHtml(agent)}:</b> ${escapeHtml(answer)}</p>`,
    error === undefined ? '' : `<p class="fault">Ended with ${escapeHtml(error)}</p>`,
  ].join('\n');
}

function folded(state: string, title: string, body: string): string {
  return `<details><summary class="${state}">${escapeHtml(title)}</summary>${body}</details>`;
}

function pre(value: unknown): string {
  const text = JSON.stringify(value, null, 1) ?? '';
  const cut =
    text.length > MAX_SHOWN
      ? `${text.slice(0, MAX_SHOWN)}\n… ${text.length - MAX_SHOWN} more characters`
      : text;
  return `<pre>${escapeHtml(cut)}</pre>`;
}
