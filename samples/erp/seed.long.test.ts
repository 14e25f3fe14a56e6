import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTestDatabase } from '../../test/support/database.js';
import type { Database, Queryable } from '../../src/store/database.js';
import { prepareErp } from './seed.js';
import { companyRows } from './seed-company.js';
import { OPERATIONS_MANAGER_ID } from './shared/named-id.js';
import { cpuMs } from '../../test/support/cpu-time.js';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

async function count(table: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*) from ${table}`);
  return row?.count ?? -1;
}

test.each([
  ['core.users', 25],
  ['core.roles', 6],
  ['hr.employees', 25],
  ['inventory.products', 41],
  ['inventory.warehouses', 4],
  ['inventory.locations', 36],
  ['inventory.inventory_items', 300],
  ['procurement.suppliers', 12],
  ['procurement.purchase_orders', 60],
  ['sales.customers', 40],
  ['sales.orders', 200],
])('seeds %s with %i rows', async (table, rows) => {
  expect(await count(table)).toBe(rows);
});

test('each warehouse stands somewhere', async () => {
  const places = await db.query(
    'select code, latitude, longitude from inventory.warehouses order by code',
  );
  expect(places).toEqual([
    { code: 'WH-BER', latitude: 52.5174, longitude: 13.3951 },
    { code: 'WH-LYS', latitude: 45.7331, longitude: 4.9612 },
    { code: 'WH-MIL', latitude: 45.4041, longitude: 9.2137 },
    { code: 'WH-RTM', latitude: 51.9489, longitude: 4.1424 },
  ]);
});

test('a second start, also two at once, adds nothing', async () => {
  await Promise.all([prepareErp(db), prepareErp(db)]);
  expect(await count('sales.orders')).toBe(200);
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
  [
    'an order costs what its lines cost',
    `select 1 from sales.orders o join sales.order_lines l on l.order_id = o.id group by o.id having sum(l.line_total) <> o.total_amount`,
  ],
  [
    'a purchase order costs what its lines cost',
    `select 1 from procurement.purchase_orders o join procurement.purchase_order_lines l on l.purchase_order_id = o.id group by o.id having sum(l.line_total) <> o.total_amount`,
  ],
  [
    'every order has lines',
    `select 1 from sales.orders o where not exists (select 1 from sales.order_lines l where l.order_id = o.id)`,
  ],
  [
    'every purchase order has lines',
    `select 1 from procurement.purchase_orders o where not exists (select 1 from procurement.purchase_order_lines l where l.purchase_order_id = o.id)`,
  ],
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

test('seeding is fast', async () => {
  const fresh = await openTestDatabase('store');
  const took = await cpuMs(() => prepareErp(fresh));
  await fresh.close();
  // Measured at 0.5 s.
  expect(took).toBeLessThan(5000);
});
