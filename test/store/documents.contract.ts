import { newId } from '../../src/foundation/ids.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { toBlocks, toChunks } from '../../src/knowledge/chunks.js';
import { DocumentRefused } from '../../src/knowledge/document-refused.js';
import { SHARED_OWNER, type NewDocument } from '../../src/knowledge/document.model.js';
import { PgDocumentStore } from '../../src/knowledge/documents.store.js';
import { knowledgeMigrations } from '../../src/knowledge/knowledge.js';
import type { Language } from '../../src/knowledge/language.js';
import { searchVectors, VectorFiller, PgVectorStore } from '../../src/knowledge/vectors.store.js';
import { searchWords } from '../../src/knowledge/retrieval/word-search.js';
import { PgSynonymStore } from '../../src/knowledge/synonyms/synonyms.store.js';
import type { Database } from '../../src/store/database.js';
import { migrate } from '../../src/store/migrate.js';
import type { Embedder } from '../../src/toolindex/embedder.js';
import { useOpened } from '../support/use-opened.js';

export function documentsContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  const store = new PgDocumentStore(db);
  let user: string;
  beforeAll(async () => void (await migrate(db, knowledgeMigrations)));
  beforeEach(() => void (user = newId()));

  const content = Buffer.from([0, 255, 10]);
  const named = {
    kbId: 'kb',
    title: 'T',
    fileName: 't.md',
    kind: 'markdown',
    sha256: 'a',
  } as const;
  const file = (more: Partial<NewDocument> = {}): NewDocument => ({
    userId: user,
    ...named,
    ...more,
  });
  const contentOf = (texts: readonly string[], language: Language = 'en') => {
    const blockOf = (text: string) =>
      /^# /.test(text)
        ? { kind: 'heading' as const, text: text.slice(2) }
        : { kind: 'paragraph' as const, text };
    const blocks = toBlocks(texts.map(blockOf));
    return { title: 'T', language, blocks, chunks: toChunks(blocks), awaitsVectors: true };
  };
  const stored = async (
    texts: readonly string[],
    more: Partial<NewDocument> = {},
    language?: Language,
  ) => {
    const { document } = await store.begin(file({ sha256: newId(), ...more }), content);
    expect(await store.complete(document.id, contentOf(texts, language))).toBe(true);
    return document.id;
  };
  const chunkOf = async (id: string) => {
    const first = 'select id from knowledge.chunks where document_id = $1';
    return (await db.query<{ id: string }>(first, [id]))[0]?.id;
  };
  const find = (query: string, userId = user) => searchWords(db, { userId, kbId: 'kb' }, query, 10);
  const vectors = new PgVectorStore(db);
  const fill = async (embedder: Embedder) => {
    const filler = new VectorFiller(vectors, embedder, silentLogger);
    const looked = jest.spyOn(vectors, 'pending');
    filler.wake();
    await filler.idle();
    // From now on new documents alone are looked at.
    expect(looked.mock.lastCall?.[2]).toBe(false);
    await filler.close();
  };
  const near = async (embedderId: string, most: number, ...place: number[]) => {
    const asked = { embedderId, vector: Float32Array.from(place), configs: ['english', 'simple'] };
    return searchVectors(db, { userId: user, kbId: 'kb' }, asked, most);
  };

  test('a document is one per content, user and knowledge base', async () => {
    const first = await store.begin(file(), content);
    expect(first).toMatchObject({ begun: true, document: { state: 'parsing', blockCount: 0 } });
    const again = await store.begin(file({ title: 'Other' }), content);
    expect(again).toMatchObject({ begun: false, document: { id: first.document.id, title: 'T' } });
    const others = [file({ kbId: 'kb2' }), file({ userId: newId() }), file({ sha256: 'b' })];
    for (const other of others) expect((await store.begin(other, content)).begun).toBe(true);
  });

  test('of many who begin the same at once, one is to parse it', async () => {
    const begun = await Promise.all(Array.from({ length: 8 }, () => store.begin(file(), content)));
    expect(begun.filter((each) => each.begun)).toHaveLength(1);
    expect(new Set(begun.map(({ document }) => document.id)).size).toBe(1);
  });

  test('content comes back in order, from any block on, with odd characters but the refused ones', async () => {
    const id = await stored(['# Ä › "quoted"', 'one \0 \ud800', 'two']);
    const read = { state: 'embedding', language: 'en', blockCount: 3, chunkCount: 1 };
    expect(await store.find(user, id)).toMatchObject(read);
    expect(await store.blocks(user, id, 1, 1)).toMatchObject([
      { position: 1, text: 'one \ufffd \ufffd', headingPath: ['Ä › "quoted"'] },
    ]);
    const [last] = await store.blocks(user, id, 2, 9);
    const named = await store.blocksById(user, [last!.id, newId(), 'nonsense']);
    expect(named).toMatchObject([{ documentId: id, text: 'two' }]);
    expect(await store.blocksById(newId(), [last!.id])).toEqual([]);
  });

  test('a failed document holds its reason only, and can be started again', async () => {
    const { document } = await store.begin(file(), content);
    await store.fail(document.id, new DocumentRefused('broken', 'It is damaged.'));
    const failure = { reason: 'broken', message: 'It is damaged.' };
    expect(await store.find(user, document.id)).toMatchObject({ state: 'failed', failure });
    expect(await store.complete(document.id, contentOf(['late']))).toBe(false);
    expect(await store.blocks(user, document.id, 0, 9)).toEqual([]);
    const again = await store.begin(file(), content);
    expect(again).toMatchObject({ begun: true, document: { id: document.id } });
  });

  test('the file is kept to the byte for those who may read it, and not of a failed document', async () => {
    const { document } = await store.begin(file(), content);
    expect(Buffer.from((await store.original(user, document.id))!)).toEqual(content);
    expect(await store.original(newId(), document.id)).toBeUndefined();
    await store.fail(document.id, new DocumentRefused('broken', 'It is damaged.'));
    expect(await store.original(user, document.id)).toBeUndefined();
    await store.begin(file(), content);
    expect(Buffer.from((await store.original(user, document.id))!)).toEqual(content);
  });

  test('one that is deleted while it is parsed stays deleted, and leaves nothing', async () => {
    const { document } = await store.begin(file(), content);
    await store.remove(user, document.id);
    expect(await store.complete(document.id, contentOf(['late words']))).toBe(false);
    expect(await find('late words')).toEqual([]);
    await expect(store.find(user, document.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('deleting takes blocks, chunks and vectors along', async () => {
    const id = await stored(['some words']);
    await store.remove(user, id);
    const rows = (table: string) =>
      db.query(`select 1 from knowledge.${table} where document_id = $1`, [id]);
    for (const table of ['blocks', 'chunks']) expect(await rows(table)).toEqual([]);
  });

  test('another user’s document is nobody’s; a shared one is read by all and deleted by none', async () => {
    const own = await stored(['private words']);
    const shared = await stored(['public words'], { userId: SHARED_OWNER });
    const stranger = newId();
    await expect(store.find(stranger, own)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.remove(stranger, own)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.find(stranger, 'nonsense')).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.find(stranger, shared)).toMatchObject({ isShared: true });
    await expect(store.remove(stranger, shared)).rejects.toMatchObject({ code: 'conflict' });
    expect((await store.list(stranger, 'kb')).map(({ id }) => id)).toEqual([shared]);
    expect(await find('private', stranger)).toEqual([]);
    expect(await find('public', stranger)).toHaveLength(1);
    await store.remove(SHARED_OWNER, shared);
  });

  test('words are found in the language of each document, compounds by their parts', async () => {
    await stored(['# Counting', 'The warehouses were counted twice.']);
    const german = 'Die Freigabe der Lager. Das Verfahren ist neu. Freigabeverfahren dauern lange.';
    await stored([german], {}, 'de');
    for (const query of ['counting warehouse', 'Verfahren', 'freigaben', 'Freigabeverfahren'])
      expect((await find(query)).length).toBeGreaterThan(0);
    for (const query of ['', "!!! & | \\ ' :*", 'the', 'unknown'])
      expect(await find(query)).toEqual([]);
  });

  test('a rare word counts more than a common one, a heading more than the text', async () => {
    for (const text of ['goods and goods', 'goods only', 'goods again']) await stored([text]);
    const rare = await stored(['goods in quarantine']);
    expect((await find('goods quarantine'))[0]?.id).toBe(await chunkOf(rare));
    const headed = await stored(['# Quarantine', 'nothing else']);
    expect((await find('quarantine'))[0]?.id).toBe(await chunkOf(headed));
  });

  test('every chunk gets a vector of the embedder in use, and another one when that changes', async () => {
    const id = await stored(['north', '# x', 'south']);
    await fill(compass('two', 2));
    const ready = { state: 'ready', embeddedCount: 2, chunkCount: 2 };
    expect(await store.find(user, id)).toMatchObject(ready);
    expect((await near('two', 1, 1, 0))[0]?.score).toBeCloseTo(1);
    expect((await near('two', 1, -1, 0))[0]?.score).toBeCloseTo(1);
    await fill(compass('three', 3));
    expect(await near('two', 1, 1, 0)).toEqual([]);
    expect((await near('three', 1, 1, 0, 0))[0]?.score).toBeCloseTo(1);
  });

  test('a chunk is found by each part of its text, and once', async () => {
    const first = `${'Goods go north. '.repeat(60)}\nOthers go south.`;
    const long = await stored([first, '# x', 'north']);
    await fill(compass('parts', 2));
    const found = await near('parts', 10, -1, 0);
    expect(found).toMatchObject([{ id: await chunkOf(long), score: 1 }, { score: -1 }]);
    expect((await near('parts', 10, 1, 0)).map(({ score }) => score)).toEqual([1, 1]);
    expect(await store.find(user, long)).toMatchObject({ embeddedCount: 2, chunkCount: 2 });
  });

  const groups = [['Kahn', 'Schute']];
  const synonyms = () => new PgSynonymStore(db);

  test('synonyms are kept for one user and knowledge base, replaced, and deleted by an empty list', async () => {
    expect(await synonyms().put(user, 'kb', groups)).toEqual(groups);
    expect(await synonyms().find(user, 'kb')).toEqual(groups);
    expect(await synonyms().find(user, 'kb2')).toEqual([]);
    expect(await synonyms().find(newId(), 'kb')).toEqual([]);
    await synonyms().put(user, 'kb', [['a', 'b']]);
    expect(await synonyms().find(user, 'kb')).toEqual([['a', 'b']]);
    await synonyms().put(user, 'kb', []);
    expect(await synonyms().find(user, 'kb')).toEqual([]);
  });

  test.each([
    ['one word', [['Kahn', ' Kahn ']]],
    ['no letter', [['Kahn', '—']]],
    ['a long word', [['Kahn', 'x'.repeat(81)]]],
    ['many words', [Array.from({ length: 21 }, (_, at) => `w${at}`)]],
    ['many groups', Array.from({ length: 201 }, () => ['Kahn', 'Schute'])],
  ])('synonyms with %s are refused', async (_name, wrong) => {
    const put = synonyms().put(user, 'kb', wrong);
    await expect(put).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('synonyms are kept for a hundred knowledge bases of a user', async () => {
    await db.query(
      `insert into knowledge.synonyms (user_id, kb_id, groups)
         select $1, 'kb' || n, '[]' from generate_series(1, 100) as n`,
      [user],
    );
    const put = synonyms().put(user, 'other', groups);
    await expect(put).rejects.toMatchObject({ code: 'conflict' });
    expect(await synonyms().put(user, 'kb7', groups)).toEqual(groups);
  });

  test("a word is found by the user's synonyms, below the word itself", async () => {
    const texts = ['# Boote', 'Die Schute liegt.', '# Zorf', 'Ein Zorf.', '# Wetter', 'Sonne.'];
    await stored(texts, {}, 'de');
    const scope = { userId: user, kbId: 'kb' };
    expect(await find('Zorf')).toHaveLength(1);
    const found = await searchWords(db, scope, 'Wo liegen Zorfe?', 10, [['Zorf', 'Schute']]);
    expect(found).toHaveLength(2);
    const shares = found.map(({ words }) => words.find(({ word }) => word === 'Zorfe')?.forms[0]);
    expect(shares.map((form) => form?.share)).toContain(0.65);
  });
}

function compass(id: string, dimensions: number): Embedder {
  const vectorOf = (text: string) =>
    new Float32Array(dimensions).fill(text.includes('south') ? -1 : 1, 0, 1);
  return { id, embed: async (texts) => texts.map(vectorOf) };
}
