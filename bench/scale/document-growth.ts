import { createHash } from 'node:crypto';
import { newId } from '../../src/foundation/ids.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { openKnowledge } from '../../src/knowledge/knowledge.js';
import { PgDocumentStore } from '../../src/knowledge/documents.store.js';
import { VectorFiller } from '../../src/knowledge/vector-filler.js';
import { PgVectorStore } from '../../src/knowledge/vectors.store.js';
import type { Database } from '../../src/store/database.js';
import { hashEmbedder } from './catalogue-growth.js';
import { growth, type Growth } from './growth.js';

const USER = 'bench';
const KB = 'bench';
const CHUNKS = 4;
const ROUNDS = 12;
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
    ROUNDS,
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
