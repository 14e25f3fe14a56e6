import type { Database, Queryable } from '../../src/store/database.js';
import { migrate, type MigrationSet } from '../../src/store/migrate.js';
import { seedCoordinates, seedTables } from './seed-rows.js';
import type { Seeder } from './shared/seeder.js';
import { seedRules } from './workflow/seed/seed-rules.js';

/** The platform's own tables (schema `platform`) and the sample ERP's. */
export const erpMigrations: MigrationSet = {
  directory: new URL('./migrations/', import.meta.url),
  schema: 'platform',
};

const seedAlerts = seedTables(
  'alerts',
  'platform.alerts',
  'platform.alert_recipients',
  'platform.action_templates',
);

/** In the order they run: a later one may read what an earlier one wrote. */
const seeders: readonly Seeder[] = [
  seedTables(
    'erp',
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
  ),
  seedCoordinates,
  seedTables('table_configs', 'platform.table_configs'),
  seedTables(
    'pages',
    'platform.forms',
    'platform.form_fields',
    'platform.page_configs',
    'platform.page_content',
  ),
  {
    name: 'workflow',
    run: async (tx, today) => {
      await seedRules(tx, today);
      await seedAlerts.run(tx, today);
    },
  },
];

/** Two servers that start at once take turns on this key. */
const LOCK_KEY = 7_392_619;

/**
 * Migrates and seeds the platform. Each seeder runs once per database, all of one start in one
 * transaction: a crash in the middle leaves nothing behind. `today` is the day the sample's dates
 * lead up to.
 */
export async function prepareErp(db: Database, today: Date = new Date()): Promise<void> {
  await migrate(db, erpMigrations);
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    for (const seeder of seeders) await seedOnce(tx, seeder, today);
  });
}

async function seedOnce(tx: Queryable, seeder: Seeder, today: Date): Promise<void> {
  const marked = await tx.query(
    'insert into platform.seeds (name) values ($1) on conflict do nothing returning name',
    [seeder.name],
  );
  if (marked.length > 0) await seeder.run(tx, today);
}
