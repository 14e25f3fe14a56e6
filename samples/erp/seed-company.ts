import type { Queryable } from '../../src/store/database.js';
import { insertRows, type Row, readRows, type Seeder } from './shared/seeder.js';
import { DAY_MS, startOfDay } from './shared/instant.js';

const DAY_OF_DATA = new Date('2026-01-01');

/** In an order that satisfies the foreign keys. */
const TABLES = [
  'core.roles',
  'core.users',
  'core.user_roles',
  'hr.employees',
  'procurement.suppliers',
  'inventory.products',
  'inventory.warehouses',
  'inventory.locations',
  'inventory.inventory_items',
  'procurement.purchase_orders',
  'procurement.purchase_order_lines',
  'sales.customers',
  'sales.orders',
  'sales.order_lines',
];

/** The sample company: the same rows on every machine, their dates leading up to the day of seeding. */
export const seedCompany: Seeder = {
  name: 'erp',
  run: async (tx, today) => {
    for (const table of TABLES) await insertRows(tx, table, companyRows(table, today));
    // Introspection answers row estimates, and those come from the planner's statistics.
    for (const table of TABLES) await tx.query(`analyze ${table}`);
  },
};

/** The rows of one table with every date (`…_at`, `…_on`) moved as far as `today` is from the day of the data. */
export function companyRows(table: string, today: Date): Row[] {
  const days = (startOfDay(today) - DAY_OF_DATA.getTime()) / DAY_MS;
  return readRows(table).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        /_(?:at|on)$/.test(name) && typeof value === 'string' ? movedBy(value, days) : value,
      ]),
    ),
  );
}

function movedBy(date: string, days: number): string {
  const moved = new Date(new Date(date).getTime() + days * DAY_MS).toISOString();
  return date.includes('T') ? moved : moved.slice(0, 10);
}

/** Where the warehouses stand: a part of its own, so that a database seeded without it gets it too. */
export const seedCoordinates: Seeder = {
  name: 'coordinates',
  run: async (tx: Queryable) => {
    for (const { code, latitude, longitude } of readRows('inventory.warehouses')) {
      await tx.query(
        'update inventory.warehouses set latitude = $2, longitude = $3 where code = $1 and latitude is null',
        [code, latitude, longitude],
      );
    }
  },
};
