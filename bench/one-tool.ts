import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexedDocument } from '../src/toolindex/document.js';
import type { Embedder } from '../src/toolindex/embedder.js';
import { ToolIndex } from '../src/toolindex/tool-index.js';
import { VectorCache } from '../src/toolindex/vector-cache.js';
import { timesOf, type Times } from './measure.js';

/** What one tool costs beside an index, in ms of processor time. */
export interface OneToolTimes {
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
export async function oneToolTimes(
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
