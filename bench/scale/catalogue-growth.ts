import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolDocuments } from '../catalogue-times.js';
import type { Embedder } from '../../src/toolindex/embedder.js';
import { ToolIndex } from '../../src/toolindex/tool-index.js';
import { VectorCache } from '../../src/toolindex/vector-cache.js';
import { growth, type Growth } from './growth.js';

const QUESTION = 'please update the price of the product and mail the customer a report';
const ROUNDS = 5;

/** Builds and searches made-up catalogues; vectors come from a hash, as the model's own cost is known. */
export async function catalogueCosts(counts: readonly number[]): Promise<Growth> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-scale-'));
  let documents = toolDocuments(1);
  let index = await ToolIndex.build(documents, hashEmbedder);
  let all = new Set<string>();
  let changes = 0;
  const search = (allowed: ReadonlySet<string>) =>
    index.search(QUESTION, { topK: 6, minScore: 0, allowed });
  const megabytes: number[] = [];
  const grown = await growth(
    counts,
    async (count) => {
      documents = toolDocuments(count);
      all = new Set(documents.map(({ name }) => name));
      globalThis.gc?.();
      const before = memory();
      index = await ToolIndex.build(documents, hashEmbedder, { cache: new VectorCache(directory) });
      globalThis.gc?.();
      megabytes.push((memory() - before) / 1e6);
    },
    {
      'one search': () => search(all),
      'one with a tool in 20 allowed': () =>
        search(new Set([...all].filter((_, at) => at % 20 === 0))),
      'index built, vectors made': () => ToolIndex.build(documents, hashEmbedder),
      'index built at a restart, vectors cached': () =>
        ToolIndex.build(documents, hashEmbedder, { cache: new VectorCache(directory) }),
      'index built with one tool changed': async () => {
        const [first, ...rest] = documents;
        const changed = { ...first!, text: `${first!.text} ${(changes += 1)}` };
        await ToolIndex.build([changed, ...rest], hashEmbedder, { earlier: index });
      },
    },
    ROUNDS,
  );
  await rm(directory, { recursive: true, force: true });
  return { counts, times: { ...grown.times, 'memory, MB': megabytes } };
}

export const hashEmbedder: Embedder = {
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
