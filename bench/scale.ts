/**
 * How Sextant grows: `npm run bench:scale [-- --write]`. 500 chats with a tool call at once; then what one
 * search costs with more tools, and one chat with a longer history and more stored runs.
 */
import 'reflect-metadata';
import { digits, measuredOn, publish, table, timesOf, type Ratios } from './measure.js';
import { contestants } from './overhead/contestants.js';
import { Rival } from './overhead/load.js';
import { catalogueCosts } from './scale/catalogue-growth.js';
import { runCosts } from './scale/run-growth.js';

const AT_ONCE = 500;
const TOOLS = [50, 500, 1_000, 5_000];
const HISTORIES = [1, 50, 200];
const STORED = [0, 10_000, 100_000];

const ours = contestants().find(({ name }) => name === 'Sextant');
if (ours === undefined) throw new Error('There is no Sextant among the contestants.');
const rival = await Rival.start(ours);
const ask = { chunks: 20, call: true };
await Promise.all(Array.from({ length: 50 }, () => rival.ask(ask, 8)));
const idle = await rival.usage('memory');
const start = performance.now();
const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => rival.ask(ask, 8)));
const seconds = (performance.now() - start) / 1000;
const busy = await rival.usage();
const after = await rival.usage('memory');
await rival.stop();
const first = timesOf(answers.map(({ firstByteMs }) => firstByteMs));

const catalogues = await catalogueCosts(TOOLS);
const runs = await runCosts(HISTORIES, STORED);

const ratios: Ratios = {};
const smallest = catalogues[0]!;
for (const { tools, searchMs } of catalogues.slice(1)) {
  ratios[`search, ${tools} tools to ${smallest.tools}`] = searchMs / smallest.searchMs;
}
for (const { what, count, leastMs } of runs) {
  const base = runs.find((one) => one.what === what)!;
  if (count !== base.count)
    ratios[`chat, ${count} to ${base.count} ${what}`] = leastMs / base.leastMs;
}

publish(
  'scale',
  `# How it grows

\`npm run bench:scale\`; ${measuredOn()}. Everything as installed: embedded database, local embedder.

## ${AT_ONCE} chats with a tool call at once

| | |
|---|--:|
| completed a second | ${(AT_ONCE / seconds).toFixed(0)} |
| first byte, p50 · p99, ms | ${digits(first.median)} · ${digits(first.p99)} |
| memory of the process before · at the end, MB | ${(idle.rss / 1e6).toFixed(0)} · ${(busy.rss / 1e6).toFixed(0)} |
| heap and buffers before · after a collection, MB | ${(idle.heap / 1e6).toFixed(0)} · ${(after.heap / 1e6).toFixed(0)} |

## Tools in the catalogue

Least times in ms; the question's vector is known.

${table(
  ['tools', 'one search', 'one in 20 allowed', 'index built, vectors known', 'MB'],
  catalogues.map((one) => [
    one.tools.toLocaleString('en'),
    digits(one.searchMs),
    digits(one.narrowMs),
    digits(one.buildMs),
    one.megabytes.toFixed(1),
  ]),
)}

## One chat with a tool call

${table(
  ['what', 'count', 'least, ms', 'median, ms'],
  runs.map((one) => [
    one.what,
    one.count.toLocaleString('en'),
    digits(one.leastMs),
    digits(one.medianMs),
  ]),
)}
`,
  ratios,
);
process.exit(0);
