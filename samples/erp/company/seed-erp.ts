import { type Row, type Sample, createCalendar } from './sample.js';
import { productRows, supplierRows, warehouseRows } from './catalog.js';
import { employeeRows, roleRows, userRoleRows, userRows } from './people.js';
import { purchasing } from './purchasing.js';
import { warehouses } from './sample-company.js';
import { customerRows, selling } from './selling.js';
import { inventoryRows, locationRows } from './stock.js';
import { insertRows } from '../shared/insert-rows.js';
import { createRandom } from '../shared/random.js';
import type { Seeder } from '../shared/seeder.js';
import type { Queryable } from '../../../src/store/database.js';

/** The sample ERP: the same rows on every machine, their dates leading up to the day of seeding. */
export const seedErp: Seeder = {
  name: 'erp',
  run: async (tx, today) => insertAll(tx, sampleTables(today)),
};

/** All rows by table, in an order that satisfies the foreign keys. */
export function sampleTables(today: Date): ReadonlyMap<string, readonly Row[]> {
  const calendar = createCalendar(today);
  // A generator with its own sequence can change without moving the rows of the others.
  const sample = (seed: number): Sample => ({ random: createRandom(seed), calendar });
  const bought = purchasing(sample(8));
  const sold = selling(sample(9));
  return new Map<string, readonly Row[]>([
    ['core.roles', roleRows(sample(1))],
    ['core.users', userRows(sample(2))],
    ['core.user_roles', userRoleRows(sample(1))],
    ['hr.employees', employeeRows(sample(3))],
    ['procurement.suppliers', supplierRows(sample(4))],
    ['inventory.products', productRows(sample(5))],
    ['inventory.warehouses', warehouseRows(sample(6))],
    ['inventory.locations', locationRows(sample(1))],
    ['inventory.inventory_items', inventoryRows(sample(7))],
    ['procurement.purchase_orders', bought.orders],
    ['procurement.purchase_order_lines', bought.lines],
    ['sales.customers', customerRows(sample(10))],
    ['sales.orders', sold.orders],
    ['sales.order_lines', sold.lines],
  ]);
}

async function insertAll(
  tx: Queryable,
  tables: ReadonlyMap<string, readonly Row[]>,
): Promise<void> {
  for (const [table, rows] of tables) await insertRows(tx, table, rows);
  // Introspection answers row estimates, and those come from the planner's statistics.
  for (const table of tables.keys()) await tx.query(`analyze ${table}`);
}

/** Where the sample's warehouses stand: a part of its own, so that a database that has the rest gets it too. */
export const seedCoordinates: Seeder = {
  name: 'coordinates',
  run: async (tx) => {
    for (const { code, at } of warehouses) {
      await tx.query(
        'update inventory.warehouses set latitude = $2, longitude = $3 where code = $1 and latitude is null',
        [code, ...at],
      );
    }
  },
};
