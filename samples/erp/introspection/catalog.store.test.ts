import type { Database } from '../../../src/store/database.js';
import { CatalogStore } from './catalog.store.js';

function counting(answer: () => Promise<never[]>) {
  const query = jest.fn(answer);
  const store = new CatalogStore({ query } as unknown as Database);
  return { store, queries: () => query.mock.calls.length };
}

test('the catalog is read once a second, for all who ask', async () => {
  const { store, queries } = counting(async () => []);
  await Promise.all([store.load(0), store.load(1)]);
  await store.load(999);
  expect(queries()).toBe(3);
  await store.load(1000);
  expect(queries()).toBe(6);
});

test('a reading that failed is not kept', async () => {
  let fails = true;
  const { store } = counting(async () => {
    if (fails) throw new Error('the database is away');
    return [];
  });
  await expect(store.load(0)).rejects.toThrow('the database is away');
  fails = false;
  expect((await store.load(1)).tables()).toEqual([]);
});
