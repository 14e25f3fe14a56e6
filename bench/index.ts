/**
 * How fast the tool index is: `npm run bench:index [-- --write]`. Searches of 1,000, 10,000 and
 * 100,000 vectors against the bound that memory sets; texts through the local model on both of its
 * runtimes; what the main thread feels while a catalogue is indexed.
 */
import { catalogueTimes, toolDocuments } from './catalogue-times.js';
import { embeddingTimes } from './embedding-times.js';
import { indexTimes, type IndexTimes } from './index-cases.js';
import { digits, measuredOn, publish, table, type Ratios } from './measure.js';
import { oneToolTimes } from './one-tool.js';

const SIZES = [
  [1_000, 1_000],
  [10_000, 100],
  [100_000, 20],
] as const;

const ratios: Ratios = {};
const searches: [number, IndexTimes][] = [];
for (const [rows, rounds] of SIZES) searches.push([rows, await indexTimes(rows, rounds)]);
const texts = await embeddingTimes(20);
const catalogue = await catalogueTimes(1_000);
const changes = [];
for (const tools of [1_000, 5_000])
  changes.push({ tools, ...(await oneToolTimes(toolDocuments(tools), 12)) });

const ways = Object.keys(searches[0]?.[1] ?? {}) as (keyof IndexTimes)[];
const searchRows = ways.map((way) => [
  way,
  ...searches.flatMap(([rows, times]) => {
    const ratio = times[way].least / times.memory.least;
    if (!Number.isFinite(ratio) || (way === 'naive' && rows > 10_000)) return ['–', '–'];
    if (way !== 'memory') ratios[`${way}, ${rows} rows, to memory`] = ratio;
    // What bench:check holds: how fast memory is differs more from machine to machine.
    if (way !== 'memory' && way !== 'plain') {
      ratios[`${way}, ${rows} rows, to plain TypeScript`] = times[way].least / times.plain.least;
    }
    return [digits(times[way].least), `${ratio.toFixed(2)}×`];
  }),
]);
const textRows = texts.map(({ name, native, wasm }) => {
  const ratio = native.least / wasm.least;
  ratios[`${name}, native to WASM`] = ratio;
  const cells = [native.least, native.median, native.p99, wasm.least, wasm.median];
  return [name, ...cells.map(digits), ratio.toFixed(2)];
});
const changeRows = changes.map(({ tools, ...times }) => {
  const anew = times['from nothing'].least;
  for (const name of ['one tool more', 'one tool changed', 'one tool less'] as const)
    ratios[`${name}, ${tools} tools, to an index from nothing`] = times[name].least / anew;
  const cells = Object.values(times).map(
    ({ least, median }) => `${digits(least)} · ${digits(median)}`,
  );
  return [tools.toLocaleString('en'), ...cells];
});

publish(
  'index',
  `# Speed of the tool index

\`npm run bench:index\`; ${measuredOn()}. All times in ms.

## One search, 384 dimensions

Least times of the same run, all ways in turn, and their ratio to the bound: the time in which the C
library's byte search reads as many bytes. \`kernel\` gives the score of every row; a search also keeps
the best six of what is allowed.

${table(['way', ...SIZES.flatMap(([rows]) => [rows.toLocaleString('en'), 'ratio'])], searchRows)}

## One text through the local model

Through the worker thread, message and answer included, by the native ONNX Runtime and by its WASM
build in turn.

${table(['text', 'least', 'median', 'p99', 'WASM, least', 'median', 'ratio of the least'], textRows)}

## One tool beside an index

Processor time, least · median: the index that follows an earlier one, the vector cache with it, the embedding itself
not. \`from nothing\` is the whole index from cached vectors; \`query\` is scored, its vector known; \`longest\` is
the longest piece of work between two turns of the event loop while tools come and go.

${table(['tools', ...Object.keys(changes[0] ?? {}).slice(1)], changeRows)}

## A catalogue of 1,000 tools, two examples each

The event loop's delay beyond the timer's own, every millisecond; of five further starts, and of five
tools added one by one, the one with the least delay.

${table(
  ['start', 'until ready', 'delay p50', 'delay p99', 'longest', 'texts embedded'],
  catalogue.map(({ name, readyMs, delay, embedded }) => [
    name,
    readyMs.toFixed(0),
    ...[delay.p50, delay.p99, delay.longest].map((ms) => ms.toFixed(1)),
    String(embedded),
  ]),
)}
`,
  ratios,
);
