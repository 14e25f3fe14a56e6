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

test.each([
  ...[
    ['sales.orders', 'sales.order_lines', 'order_id'],
    ['procurement.purchase_orders', 'procurement.purchase_order_lines', 'purchase_order_id'],
  ].map(([orders, lines, key]) => [
    `each of ${orders} has lines and costs what they cost`,
    `select 1 from ${orders} o left join ${lines} l on l.${key} = o.id
      group by o.id having sum(l.line_total) is distinct from o.total_amount`,
  ]),
  ['nothing was ordered in the future', `select 1 from sales.orders where ordered_at > now()`],
  [
    'goods ship after they were ordered and arrive after that',
    `select 1 from sales.orders where shipped_at < ordered_at or delivered_at < shipped_at or (status = 'delivered') <> (delivered_at is not null)`,
  ],
  [
    'goods arrive after they were ordered',
    `select 1 from procurement.purchase_orders where received_at < ordered_at or received_at > now()`,
  ],
])('%s', async (_, violations) => {
  expect(await db.query(violations)).toEqual([]);
});
