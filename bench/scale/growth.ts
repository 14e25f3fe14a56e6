import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digits, inTurn, table, type Times } from '../measure.js';
import { toolDocuments } from '../catalogue-times.js';
import type { Embedder } from '../../src/toolindex/embedder.js';
import { ToolIndex } from '../../src/toolindex/tool-index.js';
import { VectorCache } from '../../src/toolindex/vector-cache.js';
import { newId } from '../../src/foundation/ids.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { openKnowledge } from '../../src/knowledge/knowledge.js';
import { PgDocumentStore } from '../../src/knowledge/documents.store.js';
import { VectorFiller, PgVectorStore } from '../../src/knowledge/vectors.store.js';
import type { Database } from '../../src/store/database.js';

/** What some things cost where so many are kept, in ms. */
export interface Growth {
  counts: readonly number[];
  /** By what is done, at each count. */
  times: Record<string, readonly number[]>;
}

/** Grows to each count in turn, and measures the cases there: least times, as other work on the machine counts too. */
export async function growth(
  counts: readonly number[],
  growTo: (count: number) => Promise<unknown>,
  cases: Record<string, () => unknown>,
  rounds: number,
): Promise<Growth> {
  const times: Record<string, number[]> = {};
  for (const count of counts) {
    await growTo(count);
    const found: Record<string, Times> = await inTurn(cases, rounds);
    for (const [name, { least }] of Object.entries(found)) (times[name] ??= []).push(least);
  }
  return { counts, times };
}

/**
 * The x of n to the x: the slope of the logarithms over the upper two decades, by least squares. 0 is a cost that does
 * not grow, 1 one that grows with the count.
 */
export function exponent(counts: readonly number[], times: readonly number[]): number {
  const upper = counts.flatMap((count, at) =>
    count * 100 >= counts.at(-1)! ? [[Math.log(count), Math.log(times[at]!)] as const] : [],
  );
  const mean = (of: 0 | 1): number => upper.reduce((sum, one) => sum + one[of], 0) / upper.length;
  const [x, y] = [mean(0), mean(1)];
  const across = upper.reduce((sum, one) => sum + (one[0] - x) * (one[1] - y), 0);
  return across / upper.reduce((sum, one) => sum + (one[0] - x) ** 2, 0);
}

/** A row for each thing done, with its exponent. */
export function growthTable(what: string, { counts, times }: Growth): string {
  const head = [what, ...counts.map((count) => count.toLocaleString('en')), 'exponent'];
  const rows = Object.entries(times).map(([name, of]) => [
    name,
    ...of.map(digits),
    exponent(counts, of).toFixed(2),
  ]);
  return table(head, rows);
}

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

const USER = 'bench';
const KB = 'bench';
const CHUNKS = 4;
const DOCUMENT_ROUNDS = 12;
const WORDS =
  'harbour berth fee ship cargo crane quay tide pilot mooring customs permit storage container'.split(
    ' ',
  );

/** Documents of made-up words and vectors: what reads a file and embeds a text is not measured. */
export async function documentCosts(db: Database, counts: readonly number[]): Promise<Growth> {
  const knowledge = await openKnowledge({ db, embedder: hashEmbedder, logger: silentLogger });
  const store = new PgDocumentStore(db);
  const filler = new VectorFiller(new PgVectorStore(db), hashEmbedder, silentLogger);
  let stored = 0;
  const add = async () => {
    const nth = (stored += 1);
    const bytes = Buffer.from(`document ${nth}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await store.usage(USER, KB, sha256);
    const named = { userId: USER, kbId: KB, title: `Document ${nth}`, fileName: `${nth}.md` };
    const { document } = await store.begin({ ...named, kind: 'markdown', sha256 }, bytes);
    await store.complete(document.id, contentOf(nth));
  };
  const fill = async () => {
    filler.wake();
    await filler.idle();
  };
  const filled: number[] = [];
  const found = await growth(
    counts,
    async (count) => {
      const [from, start] = [stored, performance.now()];
      while (stored < count) await add();
      await fill();
      filled.push((performance.now() - start) / (count - from));
      await db.query('analyze');
    },
    {
      'one more, with its vectors': async () => {
        await add();
        await fill();
      },
      'the list of all': () => knowledge.documents(USER),
      'a search': () =>
        knowledge.search({
          userId: USER,
          kbId: KB,
          query: 'what is the fee of a berth 17?',
          topK: 5,
        }),
    },
    DOCUMENT_ROUNDS,
  );
  await filler.close();
  await knowledge.close();
  return {
    counts,
    times: { 'stored with its vectors, of all at once, each': filled, ...found.times },
  };
}

function contentOf(nth: number) {
  const text = (chunk: number): string =>
    Array.from(
      { length: 60 },
      (_, at) => WORDS[(nth * 7 + chunk * 5 + at * at) % WORDS.length],
    ).join(' ') + ` ${nth}`;
  const blocks = Array.from({ length: CHUNKS }, (_, position) => ({
    id: newId(),
    position,
    kind: 'paragraph' as const,
    headingPath: [`Part ${position}`],
    text: text(position),
  }));
  const chunks = blocks.map(({ id, ...block }) => ({ ...block, blockIds: [id] }));
  return { title: `Document ${nth}`, language: 'en' as const, blocks, chunks, awaitsVectors: true };
}
