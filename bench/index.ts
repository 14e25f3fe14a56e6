import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexedDocument } from '../src/toolindex/document.js';
import type { Embedder } from '../src/toolindex/embedder.js';
import { ToolIndex } from '../src/toolindex/tool-index.js';
import { VectorCache } from '../src/toolindex/vector-cache.js';
import { catalogueTimes, toolDocuments } from './catalogue-times.js';
import { embeddingTimes } from './embedding-times.js';
import { indexTimes, type IndexTimes } from './index-cases.js';
import { digits, measuredOn, publish, table, type Ratios, timesOf, type Times } from './measure.js';

/** What one tool costs beside an index, in ms of processor time. */
interface OneToolTimes {
  'one tool more': Times;
  'one tool changed': Times;
  'one tool less': Times;
  /** The whole index from cached vectors. */
  'from nothing': Times;
  /** One query whose vector is known. */
  query: Times;
  /** The longest piece of work between two turns of the event loop while tools came and went. */
  longest: Times;
}

const DIMENSIONS = 384;

/** Adds, changes and removes one of these documents at a time; their vectors cost nothing. */
async function oneToolTimes(
  documents: readonly IndexedDocument[],
  rounds: number,
): Promise<OneToolTimes> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-one-tool-'));
  const cache = new VectorCache(directory);
  const times = new Map<keyof OneToolTimes, number[]>();
  const timed = async <T>(name: keyof OneToolTimes, work: () => Promise<T>): Promise<T> => {
    const start = process.cpuUsage();
    const made = await work();
    const { user, system } = process.cpuUsage(start);
    times.set(name, [...(times.get(name) ?? []), (user + system) / 1000]);
    return made;
  };
  const build = (of: readonly IndexedDocument[], earlier?: ToolIndex): Promise<ToolIndex> =>
    ToolIndex.build(of, embedder, { cache, earlier });
  const longest: number[] = [];
  try {
    const fewer = documents.slice(1);
    let index = await build(fewer);
    for (let round = 0; round < rounds; round += 1) {
      const pieces = longestPiece();
      index = await timed('one tool more', () => build(documents, index));
      const at = (round * 37) % documents.length;
      const changed = documents.map((document, row) =>
        row === at ? { ...document, text: `${document.text} in round ${round}` } : document,
      );
      index = await timed('one tool changed', () => build(changed, index));
      index = await build(documents, index);
      index = await timed('one tool less', () => build(fewer, index));
      longest.push(pieces.stop());
      for (let query = 0; query < 10; query += 1) {
        await timed('query', async () => search(index, QUERIES[query % 3] as string));
      }
      if (round < 3) await timed('from nothing', () => build(documents));
    }
    times.set('longest', longest);
    const all = [...times].map(([name, values]) => [name, timesOf(values)]);
    return Object.fromEntries(all) as OneToolTimes;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const QUERIES = [
  'rename the label of my order',
  'who may see the reports of this customer, and since when?',
  'create an invoice for the product that was asked for by mail, and then update the price of the stock',
];

/** Watches the turns of the event loop in processor time, as the clock counts what else the machine does. */
function longestPiece(): { stop: () => number } {
  let longest = 0;
  let going = true;
  let last = process.cpuUsage();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.cpuUsage();
    if (going) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop: () => {
      going = false;
      return longest;
    },
  };
}

async function search(index: ToolIndex, query: string): Promise<void> {
  const scores = await index.query(query);
  scores.top({ topK: 6, minScore: 0, allowed: new Set(index.names) });
}

/** Vectors that differ by text, at no cost worth mention. */
const embedder: Embedder = {
  id: 'made-up',
  embed: async (texts) => texts.map(vectorOf),
};

function vectorOf(text: string): Float32Array {
  let state = text.length;
  for (let i = 0; i < text.length; i += 1)
    state = Math.imul(state ^ text.charCodeAt(i), 16_777_619);
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.4;
  });
}

/**
 * How fast the tool index is: `npm run bench:index [-- --write]`. Searches of 1,000, 10,000 and
 * 100,000 vectors against the bound that memory sets; texts through the local model on both of its
 * runtimes; what the main thread feels while a catalogue is indexed.
 */

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
