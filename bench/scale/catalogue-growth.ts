import { createHash } from 'node:crypto';
import { toolDocuments } from '../catalogue-times.js';
import { inTurn, timesOf } from '../measure.js';
import type { Embedder } from '../../src/toolindex/embedder.js';
import { ToolIndex } from '../../src/toolindex/tool-index.js';

/** What a catalogue of so many tools costs. */
export interface CatalogueCost {
  tools: number;
  /** ms of one search with its words, the question's vector known. */
  searchMs: number;
  /** The same with one tool in 20 allowed. */
  narrowMs: number;
  /** ms to build the index when all vectors are known. */
  buildMs: number;
  /** MB of heap and buffers. */
  megabytes: number;
}

const QUESTION = 'please update the price of the product and mail the customer a report';

/** Builds and searches made-up catalogues; vectors come from a hash, as the model's own cost is known. */
export async function catalogueCosts(sizes: readonly number[]): Promise<CatalogueCost[]> {
  const costs: CatalogueCost[] = [];
  for (const tools of sizes) {
    const documents = toolDocuments(tools);
    globalThis.gc?.();
    const before = memory();
    const builds: number[] = [];
    let index: ToolIndex | undefined;
    for (let build = 0; build < 3; build += 1) {
      const start = performance.now();
      index = await ToolIndex.build(documents, hashEmbedder);
      builds.push(performance.now() - start);
    }
    globalThis.gc?.();
    const megabytes = (memory() - before) / 1e6;
    const all = new Set(documents.map(({ name }) => name));
    const narrow = new Set([...all].filter((_, i) => i % 20 === 0));
    const search = (allowed: ReadonlySet<string>) => () =>
      index?.search(QUESTION, { topK: 6, minScore: 0, allowed });
    const times = await inTurn({ all: search(all), narrow: search(narrow) }, 60);
    costs.push({
      tools,
      searchMs: times.all.least,
      narrowMs: times.narrow.least,
      buildMs: timesOf(builds).least,
      megabytes,
    });
  }
  return costs;
}

const hashEmbedder: Embedder = {
  id: 'hash',
  embed: async (texts) => texts.map(hashVector),
};

function hashVector(text: string): Float32Array {
  const bytes = createHash('shake256', { outputLength: 384 }).update(text).digest();
  return Float32Array.from(bytes, (byte) => byte - 127.5);
}

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
