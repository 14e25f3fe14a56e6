/**
 * Where a run's time goes: `npm run bench:profile [-- --write]`. A run with a call and a further event of an answer,
 * by part of the server, as installed: run log on, embedded database, local embedder.
 */
import { digits, measuredOn, publish, table } from './measure.js';
import { contestants, Rival } from './overhead/load.js';
import type { Ask } from './overhead/model.mjs';
import { partsOf } from './profile/parts.js';

const AT_ONCE = [10, 100];
const RUNS = 1_000;
const CHUNKS = 200;
const OTHER_THREADS = 'other threads: above all the database';

const ours = contestants().find(({ name }) => name === 'Sextant');
if (ours === undefined) throw new Error('There is no Sextant among the contestants.');
const rival = await Rival.start(ours);

async function burst(ask: Ask, runs: number, atOnce: number): Promise<void> {
  for (let run = 0; run < runs; run += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => rival.ask(ask, 8)));
  }
}

/** µs of a run by part. */
async function costs(ask: Ask, runs: number, atOnce: number): Promise<Map<string, number>> {
  await burst(ask, runs / 2, atOnce);
  const { cpuUs, profile } = await rival.profile(() => burst(ask, runs, atOnce));
  const parts = partsOf(profile);
  const main = [...parts.values()].reduce((sum, us) => sum + us, 0);
  parts.set(OTHER_THREADS, Math.max(0, cpuUs - main));
  return new Map([...parts].map(([part, us]) => [part, us / runs]));
}

const short: Map<string, number>[] = [];
const further: Map<string, number>[] = [];
for (const atOnce of AT_ONCE) {
  const one = await costs({ chunks: 1, call: true }, RUNS, atOnce);
  const long = await costs({ chunks: CHUNKS, call: true }, RUNS / 5, atOnce);
  short.push(one);
  const event = (part: string): number =>
    ((long.get(part) ?? 0) - (one.get(part) ?? 0)) / (CHUNKS - 1);
  further.push(new Map([...long.keys()].map((part) => [part, event(part)])));
}
await rival.stop();

const columns = [...short, ...further];
const parts = [...new Set(columns.flatMap((column) => [...column.keys()]))].toSorted(
  (a, b) => (short[0]!.get(b) ?? 0) - (short[0]!.get(a) ?? 0),
);
const sumOf = (column: Map<string, number>): number =>
  [...column.values()].reduce((sum, us) => sum + us, 0);

publish(
  'profile',
  `# Where a run's time goes

\`npm run bench:profile\`; ${measuredOn()}. Processor time in µs, the main thread's by a sampling profile (which costs
some itself): of a run with one call and one chunk, and of a further event of its answer, so many at once. Everything
as installed: run log on, embedded database, local embedder, whose vector of the question is known.

${table(
  [
    'part',
    ...AT_ONCE.map((count) => `a run, ${count} at once`),
    ...AT_ONCE.map((count) => `an event, ${count} at once`),
  ],
  [
    ...parts.map((part) => [part, ...columns.map((column) => digits(column.get(part) ?? 0))]),
    ['**all**', ...columns.map((column) => digits(sumOf(column)))],
  ],
)}
`,
  {},
);
process.exit(0);
