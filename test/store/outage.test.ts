import { describe, expect, test } from '@jest/globals';
import { testDatabaseKinds } from '../support/database.js';
import { openLinedDatabase } from '../support/database-line.js';
import { useOpened } from '../support/use-opened.js';

describe.each(testDatabaseKinds)('%s', (kind) => {
  const lined = useOpened(() => openLinedDatabase(kind));

  const one = () => lined.db.query<{ one: number }>('select 1 as one');

  test('a database that goes away is said within a second, and is used again when it is back', async () => {
    const { db, line } = lined;
    expect(await one()).toEqual([{ one: 1 }]);
    await line.cut();
    const started = performance.now();
    const away = { code: 'database_error', message: expect.stringMatching(/does not answer/) };
    await expect(one()).rejects.toMatchObject(away);
    await expect(db.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject(away);
    expect(performance.now() - started).toBeLessThan(1_000);
    await line.mend();
    expect(await one()).toEqual([{ one: 1 }]);
  });

  test.each([
    ['53100', /disk of the database is full/],
    ['57P03', /does not answer/],
  ])('the state %s says what to do', async (state, message) => {
    const raise = `do $$ begin raise exception 'no' using errcode = '${state}'; end $$`;
    await expect(lined.db.query(raise)).rejects.toMatchObject({
      code: 'database_error',
      message: expect.stringMatching(message),
      cause: { code: state },
    });
  });

  test('what a statement itself did wrong stays what it is', async () => {
    await expect(lined.db.query('select nothing')).rejects.toMatchObject({ code: '42703' });
  });
});
