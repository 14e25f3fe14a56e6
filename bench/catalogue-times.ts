import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { toolDocument, type IndexedDocument } from '../src/toolindex/document.js';
import type { Embedder } from '../src/toolindex/embedder.js';
import { LocalEmbedder } from '../src/toolindex/embedders/local/local-embedder.js';
import { ToolIndex } from '../src/toolindex/tool-index.js';
import { VectorCache } from '../src/toolindex/vector-cache.js';

/** What the main thread felt while a catalogue was indexed, in ms. */
export interface CatalogueTimes {
  name: string;
  readyMs: number;
  delay: { p50: number; p99: number; longest: number };
  /** Texts that the embedder was asked for. */
  embedded: number;
}

const WORDS =
  'read write list create delete update record person order table rule workflow mail report customer invoice product stock price date'.split(
    ' ',
  );
/** The monitor's own step, which is part of what it reports. */
const STEP_MS = 1;

/** Starts with cached vectors are short: of so many the one with the least delay counts, as other work delays them too. */
const ROUNDS = 5;

/** Indexes made-up tools with an empty cache, with a full one, and with one tool more beside an index. */
export async function catalogueTimes(tools: number): Promise<CatalogueTimes[]> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-index-'));
  const local = new LocalEmbedder();
  const documents = toolDocuments(tools + ROUNDS);
  try {
    await local.embed(['warm up'], { kind: 'query' });
    const build = (name: string, count: number, earlier?: ToolIndex): Promise<TimedBuild> =>
      timed(name, documents.slice(0, count), local, new VectorCache(directory), earlier);
    const first = await build('the first', tools);
    const further = [];
    const more = [];
    let { index } = first;
    for (let round = 1; round <= ROUNDS; round += 1) {
      further.push(await build('a further one', tools));
      const grown = await build('one tool more', tools + round, index);
      more.push(grown);
      index = grown.index;
    }
    return [first.times, calmest(further), calmest(more)];
  } finally {
    await local.close?.();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Tools of different words, so that they share few of their texts. */
export function toolDocuments(count: number): IndexedDocument[] {
  return Array.from({ length: count }, (_, tool) => {
    const word = (k: number): string =>
      WORDS[(tool * 7 + k * 13 + ((tool * k) % 11)) % WORDS.length] as string;
    return toolDocument({
      name: `${word(1)}_${word(2)}_${tool}`,
      description: `${word(3)} the ${word(4)} of a ${word(5)} and ${word(6)} its ${word(7)}; use it when a ${word(8)} is asked for.`,
      examples: [
        `${word(9)} my ${word(10)} number ${tool}`,
        `what is the ${word(2)} of ${word(5)}?`,
      ],
      inputSchema: {
        type: 'object',
        properties: { [`${word(4)}_id`]: { type: 'string', description: `The ${word(4)}` } },
      },
    });
  });
}

interface TimedBuild {
  times: CatalogueTimes;
  index: ToolIndex;
}

function calmest(builds: readonly TimedBuild[]): CatalogueTimes {
  const [least] = builds.map(({ times }) => times).sort((a, b) => a.delay.p99 - b.delay.p99);
  if (least === undefined) throw new Error('There was no build.');
  return least;
}

async function timed(
  name: string,
  documents: readonly IndexedDocument[],
  local: Embedder,
  cache: VectorCache,
  earlier: ToolIndex | undefined,
): Promise<TimedBuild> {
  let embedded = 0;
  const embedder: Embedder = {
    id: local.id,
    embed: (texts, options) => {
      embedded += texts.length;
      return local.embed(texts, options);
    },
  };
  const monitor = monitorEventLoopDelay({ resolution: STEP_MS });
  monitor.enable();
  const start = performance.now();
  const index = await ToolIndex.build(documents, embedder, { cache, earlier });
  const readyMs = performance.now() - start;
  monitor.disable();
  const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - STEP_MS);
  const delay = {
    p50: ms(monitor.percentile(50)),
    p99: ms(monitor.percentile(99)),
    longest: ms(monitor.max),
  };
  return { times: { name, readyMs, delay, embedded }, index };
}
