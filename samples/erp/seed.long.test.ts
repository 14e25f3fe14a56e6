import { expect, test } from '@jest/globals';
import { openTestDatabase } from '../../test/support/database.js';
import type { Database, Queryable } from '../../src/store/database.js';
import { prepareErp } from './seed.js';
import { useOpened } from '../../test/support/use-opened.js';

const db = useOpened(openTestDatabase);

test('a second start, also two at once, adds nothing', async () => {
  await Promise.all([prepareErp(db), prepareErp(db)]);
  expect(await db.query('select id from sales.orders')).toHaveLength(200);
});

test('a start that fails in the middle leaves nothing behind, and the next one fixes it', async () => {
  const fresh = await openTestDatabase('store');
  let left = 5;
  const failing = (tx: Queryable): Queryable => ({
    query: (text, values) =>
      text.startsWith('insert') && left-- === 0
        ? Promise.reject(new Error('the cable was pulled'))
        : tx.query(text, values),
  });
  const broken: Database = {
    ...fresh,
    transaction: (work) => fresh.transaction((tx) => work(failing(tx))),
  };
  await expect(prepareErp(broken)).rejects.toThrow('the cable was pulled');
  expect(await fresh.query('select name from platform.seeds')).toEqual([]);
  expect(await fresh.query('select id from core.users')).toEqual([]);
  await prepareErp(fresh);
  expect((await fresh.query('select id from core.users')).length).toBe(25);
  await fresh.close();
});
