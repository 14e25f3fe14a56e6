import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Times of one case in ms. */
export interface Times {
  least: number;
  median: number;
  p99: number;
}

/**
 * Runs the cases in turn, again and again, so that what else the machine does meets all alike; each
 * round begins with another one. The least times of such a run can be compared on a busy machine.
 */
export async function inTurn<Name extends string>(
  cases: Record<Name, () => unknown>,
  rounds: number,
): Promise<Record<Name, Times>> {
  const names = Object.keys(cases) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const i of names.keys()) {
      const name = names[(i + round) % names.length] as Name;
      const start = performance.now();
      await cases[name]();
      times.get(name)?.push(performance.now() - start);
    }
  }
  const all = names.map((name) => [name, timesOf(times.get(name) ?? [])]);
  return Object.fromEntries(all) as Record<Name, Times>;
}

/** The least, the median and the 99th percentile of some numbers. */
export function timesOf(values: readonly number[]): Times {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? NaN;
  return { least: sorted[0] ?? NaN, median: at(0.5), p99: at(0.99) };
}

/** A number with three significant digits. */
export function digits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toPrecision(value < 1 ? 2 : 3);
}

/** A Markdown table; the first column is text, the others numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = head.map((_, i) => (i === 0 ? '---' : '--:'));
  return [head, line, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Which machine, commit and load the figures are of. */
export function measuredOn(): string {
  const git = ['rev-parse', '--short', 'HEAD'];
  const commit = execFileSync('git', git, { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${date}, at ${commit}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load}`;
}

/** Ratios by name: what `bench:check` compares; they hold on any machine, times do not. */
export type Ratios = Record<string, number>;

/** Prints a report, and with `--write` puts it beside the benches, its ratios, if it has any, as JSON. */
export function publish(name: string, markdown: string, ratios: Ratios): void {
  console.log(markdown);
  if (!process.argv.includes('--write')) return;
  const path = (ending: string): string =>
    fileURLToPath(new URL(`${name}.${ending}`, import.meta.url));
  writeFileSync(path('md'), markdown);
  if (Object.keys(ratios).length === 0) return;
  const rounded = Object.entries(ratios).map(([key, value]) => [key, Number(value.toPrecision(3))]);
  writeFileSync(path('json'), `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}
