import type { Database, Queryable } from '../../src/store/database.js';
import { migrate, type MigrationSet } from '../../src/store/migrate.js';
import { type Seeder, insertRows, readData, readRows, type Row, namedId } from './shared/seeder.js';
import { DAY_MS, startOfDay } from './shared/fields.js';
import { expandRule } from './workflow/validation/validate-rule.js';
import { placeGraph, type FullRuleBody } from './workflow/rules/rule.model.js';
import { insertRule } from './workflow/rules/rules.store.js';

export const erpMigrations: MigrationSet = {
  directory: new URL('./migrations/', import.meta.url),
  schema: 'platform',
};

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
  {
    // Where the warehouses stand: a part of its own, so that a database seeded without it gets it too.
    name: 'coordinates',
    run: async (tx) => {
      for (const { code, latitude, longitude } of readRows('inventory.warehouses')) {
        await tx.query(
          'update inventory.warehouses set latitude = $2, longitude = $3 where code = $1 and latitude is null',
          [code, latitude, longitude],
        );
      }
    },
  },
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
      const alerts = ['platform.alerts', 'platform.alert_recipients'];
      await seedAll(tx, today, [...alerts, 'platform.action_templates']);
    },
  },
];

/** Two servers that start at once take turns on this key. */
const LOCK_KEY = 7_392_619;

/** Each seeder runs once per database, all of one start in one transaction. `today` is the day the sample's dates lead up to. */
export async function prepareErp(db: Database, today: Date = new Date()): Promise<void> {
  await migrate(db, erpMigrations);
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    for (const seeder of seeders) {
      const marked = await tx.query(
        'insert into platform.seeds (name) values ($1) on conflict do nothing returning name',
        [seeder.name],
      );
      if (marked.length > 0) await seeder.run(tx, today);
    }
  });
}

const DAY_OF_DATA = new Date('2026-01-01');

function seedTables(name: string, ...tables: string[]): Seeder {
  return { name, run: (tx, today) => seedAll(tx, today, tables) };
}

async function seedAll(tx: Queryable, today: Date, tables: readonly string[]): Promise<void> {
  for (const table of tables) await insertRows(tx, table, sampleRows(table, today));
  // Introspection answers row estimates, and those come from the planner's statistics.
  for (const table of tables) await tx.query(`analyze ${table}`);
}

/** The rows of one table with every date (`…_at`, `…_on`) moved as far as `today` is from the day of the data. */
function sampleRows(table: string, today: Date): Row[] {
  const days = (startOfDay(today) - DAY_OF_DATA.getTime()) / DAY_MS;
  const rows = table.startsWith('platform.')
    ? readData<Row[]>(`platform/${table.slice('platform.'.length)}`)
    : readRows(table);
  return rows.map((row) =>
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

const TEN_HOURS_MS = 36_000_000;

interface SampleRule extends FullRuleBody {
  author: string;
  /** Days before the day of seeding. */
  madeDaysAgo: number;
}

export const sampleRules = readData<readonly SampleRule[]>('platform/rules');

async function seedRules(tx: Queryable, today: Date): Promise<void> {
  for (const rule of sampleRules) {
    // They name their entities in full.
    const graph = expandRule(rule, { entities: [] });
    let parts = 0;
    const makeId = (): string => namedId('rule_part', `${rule.name}:${parts++}`);
    const id = namedId('rule', rule.name);
    await insertRule(tx, placeGraph(graph, id, [], makeId), namedId('user', rule.author));
    const made = new Date(startOfDay(today) - rule.madeDaysAgo * DAY_MS + TEN_HOURS_MS);
    await tx.query('update platform.rules set created_at = $2, updated_at = $2 where id = $1', [
      id,
      made,
    ]);
  }
}
