import type { CatalogueReport } from './catalogue-check.js';
import type { ContextCheck } from './context-check.js';

/** How many examples do not get their tool, over all contexts; a tool that is always offered is had all the same. */
export function missedOf({ contexts }: CatalogueReport): number {
  return contexts.flatMap(({ misses }) => misses.filter((miss) => !miss.alwaysOffered)).length;
}

/** A report as lines for a terminal: for each context the examples that miss, the pairs, the share of each tool. */
export function reportText(report: Pick<CatalogueReport, 'topK' | 'contexts'>): string {
  return report.contexts
    .map((context) =>
      [
        `${context.title} (${context.contextType}): ${context.found} of ${context.examples} examples find their tool in the first ${report.topK}, ${context.first} rank it first`,
        ...section('Not found', missLines(context)),
        ...section('Shadowing each other', shadowLines(context)),
        ...section('Tools with examples that are not found', toolLines(context)),
      ].join('\n'),
    )
    .join('\n\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `  ${title}`, ...lines.map((line) => `    ${line}`)];
}

function missLines({ misses }: ContextCheck): string[] {
  return columns(
    misses.map(({ tool, example, rank, before, alwaysOffered }) => [
      `#${rank}`,
      alwaysOffered ? `${tool} (always offered)` : tool,
      `“${example}”`,
      `after ${before
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', ')}`,
    ]),
  );
}

function shadowLines({ shadows }: ContextCheck): string[] {
  return columns(
    shadows.map(({ tools: [a, b], counts: [ofA, ofB] }) => [
      a,
      b,
      `${ofA} of the first's examples rank the second first, ${ofB} the other way`,
    ]),
  );
}

function toolLines({ tools }: ContextCheck): string[] {
  return columns(
    tools
      .filter(({ examples, found }) => found < examples)
      .map(({ name, examples, found, first }) => [
        name,
        `${found}/${examples} found`,
        `${first} first`,
      ]),
  );
}

/** Rows with the cells of each column at one width, but for the last. */
function columns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join('  '),
  );
}
