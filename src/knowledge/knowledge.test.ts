import { readFile } from 'node:fs/promises';
import { openTestDatabase } from '../../test/support/database.js';
import { silentLogger } from '../foundation/logger.js';
import { LocalEmbedder } from '../toolindex/embedders/local/local-embedder.js';
import { cachedEmbedder } from '../../test/embedders/cached-embedder.js';
import { DEFAULT_KB } from './document.model.js';
import { openKnowledge } from './knowledge.js';
import { useOpened } from '../../test/support/use-opened.js';
import type { Reranker } from './rerank/reranker.js';
import { addHandbook } from '../../samples/samples.js';
import { defined } from '../foundation/defined.js';

/** What a file of the bench says, a line each. */
async function linesOf<T>(name: string): Promise<T[]> {
  const text = await readFile(new URL(`../../bench/${name}`, import.meta.url), 'utf8');
  const lines = text.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

describe('the sample handbook', () => {
  const embedder = cachedEmbedder(new LocalEmbedder());
  const db = useOpened(() => openTestDatabase('store'));
  const knowledge = useOpened(() => openKnowledge({ db, embedder, logger: silentLogger }));
  beforeAll(async () => {
    await addHandbook(knowledge);
    await knowledge.idle();
  });
  afterAll(() => embedder.close?.());
  const ask = (query: string, more = {}) =>
    knowledge.search({ userId: 'anybody', kbId: DEFAULT_KB, query, topK: 5, ...more });

  test('is read whole: every kind, both languages, every chunk with its vector', async () => {
    const documents = await knowledge.documents('anybody');
    expect(documents.length).toBeGreaterThanOrEqual(12);
    expect(documents.filter(({ state }) => state !== 'ready')).toEqual([]);
    expect(new Set(documents.map(({ kind }) => kind)).size).toBe(5);
    expect(new Set(documents.map(({ language }) => language))).toEqual(new Set(['en', 'de']));
    for (const { isShared, embeddedCount, chunkCount } of documents)
      expect([isShared, embeddedCount]).toEqual([true, chunkCount]);
  });

  test('answers its questions: three of four in the first place, nine of ten in the first five', async () => {
    const ranks: number[] = [];
    type Question = { query: string; document: string; says: string };
    const asked = await linesOf<Question>('retrieval-questions.jsonl');
    for (const { query, document, says } of asked) {
      const { passages } = await ask(query);
      ranks.push(passages.findIndex((p) => p.title === document && p.text.includes(says)));
    }
    expect(asked.length).toBeGreaterThanOrEqual(40);
    expect(ranks.filter((rank) => rank === 0).length).toBeGreaterThanOrEqual(0.75 * asked.length);
    expect(ranks.filter((rank) => rank >= 0).length).toBeGreaterThanOrEqual(0.9 * asked.length);
  }, 120_000);

  test('gives what can be cited: blocks with their pages, and why they were found', async () => {
    const { passages, notes } = await ask('How fast are customers informed about a recall?');
    expect(notes).toEqual([]);
    const best = passages[0]!;
    const number = expect.any(Number);
    expect(best).toMatchObject({
      title: 'Cold chain and shelf life',
      page: 3,
      parts: { words: number, vector: number, fused: number, rerank: best.score },
      why: expect.stringMatching(/^words: .*recal.*; meaning: 0\.\d\d; second look: /),
    });
    const { id, text } = best.blocks.find((each) => each.text.includes('within 24 hours'))!;
    const place = { page: 3, box: [0.1008, 0.147, 0.7902, 0.1933] };
    const headingPath = ['Cold chain and shelf life', 'Recalls'];
    const cited = await knowledge.blocksById('anybody', [id]);
    expect(cited).toMatchObject([{ text, ...place, headingPath }]);
  });

  test('of two questions in one each has its passage', async () => {
    const both = 'When is the annual stock count? And how fast may forklifts drive?';
    const { passages } = await ask(both);
    const [first, second] = passages.map(({ text }) => text);
    expect(first).toContain('last weekend of November');
    expect(second).toContain('8 km/h');
  });

  test('is narrowed by filters', async () => {
    const all = await ask('customers');
    const pdf = await ask('customers', { filters: { kinds: ['pdf'] } });
    const titles = new Set(pdf.passages.map(({ title }) => title));
    expect([...titles].sort()).toEqual(['Cold chain and shelf life', 'Invoice matching']);
    expect(pdf.searched).toBeLessThan(all.searched);
    const documentId = all.passages[0]!.documentId;
    const one = await ask('customers', { filters: { documentIds: [documentId] } });
    expect(new Set(one.passages.map((each) => each.documentId))).toEqual(new Set([documentId]));
  });

  test('an empty knowledge base and a question without a hit say so', async () => {
    const empty = { passages: [], searched: 0, beingRead: 0, notes: [], leftOut: [] };
    expect(await ask('anything', { kbId: 'nothing_here' })).toEqual(empty);
    const ways = { words: true, vectors: false, rerank: true };
    const { passages, searched } = await ask('zzyzx', { ways });
    expect([passages, searched > 0]).toEqual([[], true]);
  });

  test('finds nothing below the floor of the embedder, in any of eight languages', async () => {
    const asked = await linesOf<{ ask: string; finds: boolean }>('questions/floor.jsonl');
    const wrong: string[] = [];
    for (const { ask: query, finds } of asked) {
      const { passages } = await ask(query);
      if (passages.length > 0 !== finds) wrong.push(query);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test.each([
    ['Until when can customers return unused goods?', ['Customer returns policy 2024']],
    ['Within how many days could customers return goods in 2024?', []],
    ['Compare the customer returns policies of 2024 and 2025', []],
  ])('"%s" leaves out the editions %j, which name their successor', async (query, left) => {
    const { passages, leftOut } = await ask(query);
    const old = passages.some(({ title }) => title === 'Customer returns policy 2024');
    expect(leftOut.map(({ title }) => title)).toEqual(left);
    expect(old).toBe(left.length === 0);
  });

  test('a rerank service orders; one that fails is noted, and the local pass takes its place', async () => {
    const searchWith = async (rerank: Reranker['rerank']) => {
      const reranker = { name: 'x', rerank };
      const own = await openKnowledge({ db, embedder, logger: silentLogger, reranker });
      return own.search({ userId: 'anybody', kbId: DEFAULT_KB, query: 'invoices', topK: 1 });
    };
    const ordered = await searchWith(async (_query, found) =>
      found.map(({ text }) => (text.includes('Tuesdays') ? 1 : 0)),
    );
    expect(ordered.passages[0]?.text).toContain('Tuesdays');
    const { notes, passages } = await searchWith(() => Promise.reject(new Error('no quota')));
    expect(notes).toEqual([expect.stringContaining('no quota')]);
    expect(passages).toHaveLength(1);
  });

  test('without a working embedder words are enough, and the answer says so', async () => {
    const broken = { id: 'broken', embed: () => Promise.reject(new Error('the model is gone')) };
    const words = await openKnowledge({ db, embedder: broken, logger: silentLogger });
    const query = 'How long do we keep rejected goods?';
    const answer = await words.search({ userId: 'anybody', kbId: DEFAULT_KB, query, topK: 1 });
    await words.close();
    expect(answer.notes).toEqual([expect.stringContaining('the model is gone')]);
    expect(answer.passages[0]?.text).toContain('30 days');
  });

  test('a question in other words finds what its own do not', async () => {
    const userId = 'variants';
    const demurrage = '## Demurrage\n\nIt is charged by the day.';
    const bytes = Buffer.from(
      `# Yard rules\n\n${demurrage}\n\n## Moorage\n\nIt is due in advance.`,
    );
    await knowledge.add({ userId, kbId: 'yard', fileName: 'y.md', kind: 'markdown', bytes });
    await knowledge.idle();
    expect(await knowledge.headings(userId, 'yard')).toEqual(['Demurrage', 'Moorage']);
    expect(await knowledge.headings('somebody', 'yard')).toEqual([]);
    const ways = { words: true, vectors: false, rerank: true };
    const request = { userId, kbId: 'yard', query: 'overstaying', topK: 1, ways };
    expect((await knowledge.search(request)).passages).toEqual([]);
    const { passages } = await knowledge.search({ ...request, variants: ['demurrage charged'] });
    const why = expect.stringContaining('in other words: demurrage charged');
    expect(passages).toMatchObject([{ why }]);
  });

  test('a title and a name show what they are: nothing turns them around', async () => {
    const titled = async (title: string | undefined, text: string) => {
      const place = { userId: 'titles', kbId: 'titles', fileName: 'cod\u202efdp.txt' };
      const content = { kind: 'text' as const, bytes: Buffer.from(text), ...defined({ title }) };
      const { document } = await knowledge.add({ ...place, ...content });
      await knowledge.idle();
      const { fileName, title: kept } = await knowledge.document('titles', document.id);
      return [fileName, kept];
    };
    expect(await titled('in\u202evoice', 'One.')).toEqual(['codfdp.txt', 'invoice']);
    expect(await titled('\u200b\u202e', 'Two.')).toEqual(['codfdp.txt', 'codfdp.txt']);
    expect(await titled(undefined, 'Three.')).toEqual(['codfdp.txt', 'codfdp.txt']);
  });

  test('a user keeps so many documents, and so much, and no more', async () => {
    const quota = { documents: 2, bytes: 100 };
    const small = await openKnowledge({ db, embedder: undefined, logger: silentLogger, quota });
    const file = { kbId: 'own', fileName: 'n.txt', kind: 'text' as const };
    const add = (userId: string, text: string) =>
      small.add({ userId, ...file, bytes: Buffer.from(text) });
    await add('one', 'First.');
    await add('one', 'Second.');
    await expect(add('one', 'Third.')).rejects.toMatchObject({ reason: 'quota' });
    expect(await add('one', 'Second.')).toMatchObject({ begun: false });
    await expect(add('two', 'x'.repeat(101))).rejects.toThrow(/DOCUMENT_MAX_TOTAL_MB/);
    await add('two', 'First.');
    await small.idle();
    await small.remove('one', (await small.documents('one', 'own'))[0]!.id);
    expect(await add('one', 'Third.')).toMatchObject({ begun: true });
    await small.idle();
    await small.close();
  });
});
