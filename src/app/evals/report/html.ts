import { escapeHtml } from '../../../foundation/escape-html.js';
import type { EvalResults, ModelResult, ScenarioResult } from '../results.model.js';
import type { Attempt } from '../play-scenario.js';
import type { TurnRecord } from '../transcript.js';
import { tableRows } from './markdown.js';
import { succeeded, titleOf, type Prices } from './summary.js';

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
