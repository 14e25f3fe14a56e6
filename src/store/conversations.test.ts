import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { useOpened } from '../../test/support/use-opened.js';
import { newId } from '../foundation/ids.js';
import { openTestDatabase } from '../../test/support/database.js';
import {
  PgConversationViewStore,
  MAX_RUNS,
  type ConversationPage,
} from './conversation-views.store.js';
import { BEGINNING, branchTo, runsBefore } from './conversations.store.js';

const db = useOpened(() => openTestDatabase('store'));

async function userWith(microseconds: readonly number[]): Promise<string> {
  const userId = newId();
  for (const nth of microseconds)
    await db.query(
      `with own as (
         insert into sextant.conversations (id, user_id, context_type, updated_at)
         values ($1, $2, 'workflow', $3) returning id
       ) insert into sextant.runs (id, user_id, conversation_id, context_type, message, request_hash)
         select $4::uuid, $2, id, 'workflow', 'hello', '' from own`,
      [newId(), userId, `2026-01-01T00:00:00.00000${nth}Z`, newId()],
    );
  return userId;
}

test('property: page by page each conversation comes once, however many have one time', async () => {
  const store = new PgConversationViewStore(db);
  const times = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(times, fc.integer({ min: 1, max: 4 }), async (microseconds, limit) => {
      const userId = await userWith(microseconds);
      const seen: string[] = [];
      let page: ConversationPage = { limit };
      for (let count = 0; count <= microseconds.length; count += 1) {
        const { items, total } = await store.list(userId, page);
        expect(total).toBe(microseconds.length);
        seen.push(...items.map(({ id }) => id));
        const last = items.at(-1);
        if (last === undefined) break;
        page = { limit, before: last.updatedAt, beforeId: last.id };
      }
      const whole = await store.list(userId, { limit: 100 });
      expect(seen).toEqual(whole.items.map(({ id }) => id));
    }),
    { numRuns: 25 },
  );
});

test('the oldest run that is shown says that one before it is not', async () => {
  const userId = await userWith([1]);
  const store = new PgConversationViewStore(db);
  const { items } = await store.list(userId, { limit: 1 });
  const { id, lastRunId: first } = items[0]!;
  await db.query(
    `insert into sextant.runs (id, user_id, conversation_id, context_type, message, request_hash, created_at)
     select gen_random_uuid(), $1, $2, 'workflow', '', '', now() + nth * interval '1 s' from generate_series(1, $3) as nth`,
    [userId, id, MAX_RUNS],
  );
  const runs = (await store.find(userId, id))?.runs;
  expect([runs?.length, runs?.[0]?.afterRunId]).toEqual([MAX_RUNS, first]);
});

test('a conversation goes together with what plugins keep of it, or not at all', async () => {
  const userId = await userWith([1]);
  const [{ id } = { id: '' }] = (await new PgConversationViewStore(db).list(userId, { limit: 1 }))
    .items;
  await db.query(`update sextant.runs set state = 'completed' where user_id = $1`, [userId]);
  await db.query('create table sextant.notes (conversation_id uuid, user_id text)');
  await db.query('insert into sextant.notes values ($1, $2), ($1, $3)', [id, userId, newId()]);
  const notes = () => db.query('select user_id from sextant.notes');
  let broken = true;
  const store = new PgConversationViewStore(db, [
    async (tx, ...[user, conversation]) => {
      const own = 'delete from sextant.notes where conversation_id = $1 and user_id = $2';
      await tx.query(own, [conversation, user]);
    },
    async (tx) => void (await tx.query(broken ? 'select nonsense' : 'select 1')),
  ]);
  await expect(store.delete(userId, id)).rejects.toThrow(/nonsense/);
  expect(await store.find(userId, id)).toMatchObject({ id });
  expect(await notes()).toHaveLength(2);
  broken = false;
  expect(await store.delete(userId, id)).toBe(true);
  expect(await store.find(userId, id)).toBeUndefined();
  expect(await notes()).toEqual([{ user_id: expect.not.stringMatching(userId) }]);
});

test('runs follow each other in time, except where they say otherwise', () => {
  const runs = [
    { id: 'a', follows: null },
    { id: 'b', follows: null },
    { id: 'b2', follows: 'a' },
    { id: 'c', follows: null },
    { id: 'a2', follows: BEGINNING },
    { id: 'd', follows: 'b' },
  ];
  const before = runsBefore(runs);
  expect(branchTo('c', before)).toEqual(['c', 'b2', 'a']);
  expect(branchTo('d', before)).toEqual(['d', 'b', 'a']);
  expect(branchTo('a2', before)).toEqual(['a2']);
  expect(branchTo(null, before)).toEqual([]);
});

test('a branch ends, whatever is stored', () => {
  const id = fc.constantFrom('a', 'b', 'c', BEGINNING);
  const runs = fc.array(fc.record({ id, follows: fc.option(id) }), { maxLength: 8 });
  return holds([runs, id], (given, last) => {
    const branch = branchTo(last, runsBefore(given));
    expect(new Set(branch).size).toBe(branch.length);
  });
});
