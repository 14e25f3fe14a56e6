import { beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../src/store/database.js';
import { PgWorkingCopyStore } from '../../../src/plugins/tables/store/working-copies.store.js';
import { useOpened } from '../../support/use-opened.js';

const TTL_MS = 60_000;

/** What {@link PgWorkingCopyStore} promises, on every database. */
export function workingCopiesContract(open: () => Promise<Database>): void {
  const db = useOpened(open);
  let now = new Date('2026-01-01T00:00:00Z');
  let copies: PgWorkingCopyStore;

  beforeAll(async () => {
    copies = new PgWorkingCopyStore(db, () => now, TTL_MS);
  });

  const copy = {
    config: { title: 'Größe "A"', data_source: [{ source: 'products' }] },
    changes: ['added column sku'],
    baseVersion: 3,
  };

  test('gives back exactly what was put', async () => {
    await copies.put('ann', 'c1', 'id-1', copy);
    expect(await copies.get('ann', 'c1', 'id-1')).toEqual(copy);
  });

  test('a copy of a new table has no base version', async () => {
    await copies.put('ann', 'c1', 'new', { config: {}, changes: [] });
    expect(await copies.get('ann', 'c1', 'new')).toEqual({ config: {}, changes: [] });
  });

  test('put replaces', async () => {
    await copies.put('ann', 'c2', 'id-1', copy);
    const next = { ...copy, changes: ['added column sku', 'sorted by name'], baseVersion: 4 };
    await copies.put('ann', 'c2', 'id-1', next);
    expect(await copies.get('ann', 'c2', 'id-1')).toEqual(next);
  });

  test('what PostgreSQL cannot hold is replaced, and finds what it was put under', async () => {
    const odd = { config: { title: 'a\0\ud800' }, changes: ['titled \0'] };
    await copies.put('ann', 'c1\0', 'id\0', odd);
    const kept = { config: { title: 'a\ufffd\ufffd' }, changes: ['titled \ufffd'] };
    expect(await copies.get('ann', 'c1\0', 'id\0')).toEqual(kept);
    await copies.clear('ann', 'c1\0', 'id\0');
    expect(await copies.get('ann', 'c1\0', 'id\0')).toBeUndefined();
  });

  test.each([
    ['another user', 'bob', 'c3', 'id-1'],
    ['another conversation', 'ann', 'c9', 'id-1'],
    ['another config', 'ann', 'c3', 'id-2'],
  ])('%s neither sees nor clears it', async (_who, user, conversation, config) => {
    await copies.put('ann', 'c3', 'id-1', copy);
    expect(await copies.get(user, conversation, config)).toBeUndefined();
    await copies.clear(user, conversation, config);
    expect(await copies.get('ann', 'c3', 'id-1')).toEqual(copy);
  });

  test('clear forgets it', async () => {
    await copies.put('ann', 'c4', 'id-1', copy);
    await copies.clear('ann', 'c4', 'id-1');
    expect(await copies.get('ann', 'c4', 'id-1')).toBeUndefined();
  });

  test('latest is the copy changed last, in this conversation only', async () => {
    expect(await copies.latest('ann', 'c7')).toBeUndefined();
    await copies.put('ann', 'c7', 'id-1', copy);
    now = new Date(now.getTime() + 1);
    await copies.put('ann', 'c7', 'id-2', { ...copy, changes: [] });
    now = new Date(now.getTime() + 1);
    await copies.put('bob', 'c7', 'id-3', copy);
    await copies.put('ann', 'c8', 'id-4', copy);
    expect(await copies.latest('ann', 'c7')).toMatchObject({
      configId: 'id-2',
      copy: { ...copy, changes: [] },
    });
    now = new Date(now.getTime() + 1);
    await copies.put('ann', 'c7', 'id-1', copy);
    expect((await copies.latest('ann', 'c7'))?.configId).toBe('id-1');
  });

  test('an expired copy is absent, a change renews it, and the next put deletes expired rows', async () => {
    await copies.put('ann', 'c5', 'kept', copy);
    await copies.put('ann', 'c5', 'left', copy);
    now = new Date(now.getTime() + TTL_MS - 1);
    expect(await copies.get('ann', 'c5', 'left')).toEqual(copy);
    await copies.put('ann', 'c5', 'kept', copy);
    now = new Date(now.getTime() + 1);
    expect(await copies.get('ann', 'c5', 'left')).toBeUndefined();
    expect(await copies.get('ann', 'c5', 'kept')).toEqual(copy);
    await copies.put('ann', 'c6', 'other', copy);
    const rows = await db.query<{ config_id: string }>(
      `select config_id from sextant.working_copies where conversation_id = 'c5'`,
    );
    expect(rows).toEqual([{ config_id: 'kept' }]);
  });
}
