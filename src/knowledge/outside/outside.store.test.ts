import { refused } from '../../../test/support/refused.js';
import { openTestDatabase } from '../../../test/support/database.js';
import { useOpened } from '../../../test/support/use-opened.js';
import { migrate } from '../../store/migrate.js';
import { knowledgeMigrations } from '../knowledge.js';
import { keywordProblem, PgOutsideStore } from './outside.store.js';

const db = useOpened(() => openTestDatabase('store'));
const store = new PgOutsideStore(db);
beforeAll(() => migrate(db, knowledgeMigrations));

const pages = [{ url: 'https://x.example', title: 'X' }];
const keep = (userId: string, query: string) => store.keep(userId, query, { answer: 'So.', pages });
const found = async (userId: string, question: string) =>
  (await store.findByKeywords(userId, question, 5)).map(({ query }) => query);

test('a later question finds a result by half the words of a keyword, in any form of them', async () => {
  const { id } = await keep('ada', 'quantum');
  const applications = ['Quantum Computing Applications', 'qubits', 'IBM'];
  await store.index('ada', id, 'what is it for?', applications);
  expect(await found('ada', 'Which application has quantum computing?')).toEqual(['quantum']);
  expect(await found('ada', 'What is a qubit?')).toEqual(['quantum']);
  expect(await found('ada', 'Which computing do we use?')).toEqual([]);
  expect(await found('ada', 'the of and')).toEqual([]);
  expect(await found('bob', 'What is a qubit?')).toEqual([]);
});

test('duplicates are one keyword, linked to all their questions and results', async () => {
  const first = await keep('eve', 'first');
  const second = await keep('eve', 'second');
  const words = ['Aviation Fuel', 'aviation  fuel', 'kerosene price', 'Jet A-1'];
  const given = await store.index('eve', first.id, 'one?', words);
  expect(given).toEqual({ keywords: ['aviation fuel', 'kerosene price', 'jet a-1'], merged: [] });
  const again = await store.index('eve', second.id, 'two?', ['AVIATION FUEL', 'biofuel', 'SAF']);
  expect(again.merged).toEqual(['aviation fuel']);
  expect((await found('eve', 'What does aviation fuel cost?')).sort()).toEqual(['first', 'second']);
  const [row] = await db.query<{ words: number; links: number }>(
    `select (select count(*) from knowledge.keywords where user_id = 'eve') as words,
      (select count(*) from knowledge.keyword_links l join knowledge.keywords k on k.id = l.keyword_id
       where k.word = 'aviation fuel') as links`,
  );
  expect(row).toEqual({ words: 5, links: 2 });
});

test("another user's result, or none, cannot be indexed", async () => {
  const { id } = await keep('ada', 'mine');
  await refused(store.index('bob', id, 'q?', ['a b']), 'not_found', 'There is none yet');
  const message = expect.stringContaining(`${id} ("mine")`);
  const details = [{ path: 'perplexity_result_id', allowed: expect.arrayContaining([id]) }];
  const unknown = store.index('ada', 'no-id', 'q?', ['a b']);
  await expect(unknown).rejects.toMatchObject({ message, details });
  await refused(store.index('bob', 'no-id', 'q?', ['a b']), 'not_found', '');
});

test('only the newest results of a user are kept, and no keyword without one', async () => {
  const small = new PgOutsideStore(db, 2);
  for (const query of ['one', 'two', 'three']) {
    const { id } = await small.keep('max', query, { answer: query, pages: [] });
    await small.index('max', id, query, [`${query} kettles`]);
  }
  expect((await found('max', 'kettles')).sort()).toEqual(['three', 'two']);
  const left = await db.query("select word from knowledge.keywords where user_id = 'max'");
  expect(left).toHaveLength(2);
});

describe('keywords', () => {
  test.each(['AAPL stock price', '2026 market trends', 'Wareneingang', 'data protection', '日本'])(
    '%s',
    (word) => expect(keywordProblem(word)).toBeUndefined(),
  );
  test.each([
    ['a', /2 to 50 characters and has 1/],
    ['x'.repeat(51), /has 51/],
    ['   ', /has 0/],
    ['the', /too generic/],
    ['Important Information', /too generic/],
    ['und der', /too generic/],
  ])('%s is refused', (word, reason) => expect(keywordProblem(word)).toMatch(reason));
});

test('stems that an older rule made are made again when they are looked for', async () => {
  const { id } = await keep('zoe', 'older');
  await store.index('zoe', id, 'one?', ['aviation fuel']);
  const older = `stems = '{old}', stems_version = 1`;
  await db.query(`update knowledge.keywords set ${older} where user_id = 'zoe'`);
  expect(await found('zoe', 'What does aviation fuel cost?')).toEqual(['older']);
});
