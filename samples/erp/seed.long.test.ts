import { expect, test } from '@jest/globals';
import { openTestDatabase } from '../../test/support/database.js';
import type { Database, Queryable } from '../../src/store/database.js';
import { prepareErp } from './seed.js';
import { companyRows } from './seed-company.js';
import { OPERATIONS_MANAGER_ID } from './shared/named-id.js';
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

test('the same day gives the same rows, another day only other dates', () => {
  const day = new Date('2026-03-05T10:00:00Z');
  const later = new Date('2026-03-05T23:00:00Z');
  const before = companyRows('sales.orders', day);
  expect(companyRows('sales.orders', later)).toEqual(before);
  const orders = companyRows('sales.orders', new Date('2027-01-01'));
  expect(orders.map((row) => row.total_amount)).toEqual(before.map((row) => row.total_amount));
  expect(orders[0]?.ordered_at).not.toEqual(before[0]?.ordered_at);
});

test('the operations manager has a known id and role', async () => {
  const found = await db.query(
    `select u.username, r.name as role from core.users u
     join core.user_roles ur on ur.user_id = u.id join core.roles r on r.id = ur.role_id
     where u.id = $1`,
    [OPERATIONS_MANAGER_ID],
  );
  expect(found).toEqual([{ username: 'maria.keller', role: 'operations_manager' }]);
});

test.each([
  [
    'stock lies in the warehouse of its location',
    `select 1 from inventory.inventory_items i join inventory.locations l on l.id = i.location_id where l.warehouse_id <> i.warehouse_id`,
  ],
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
  [
    'no more is reserved than is there',
    `select 1 from inventory.inventory_items where reserved_quantity > quantity`,
  ],
])('%s', async (_, violations) => {
  expect(await db.query(violations)).toEqual([]);
});

test('some products run short and some do not', async () => {
  const [short] = await db.query<{ short: number; enough: number }>(
    `select count(*) filter (where stock < reorder_point) as short, count(*) filter (where stock >= reorder_point) as enough
     from (select p.reorder_point, sum(i.quantity) as stock from inventory.products p
           join inventory.inventory_items i on i.product_id = p.id group by p.id) s`,
  );
  expect(short?.short).toBeGreaterThanOrEqual(6);
  expect(short?.enough).toBeGreaterThanOrEqual(20);
});
