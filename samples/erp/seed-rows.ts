import type { Queryable } from '../../src/store/database.js';
import { insertRows, readData, readRows, type Row, type Seeder } from './shared/seeder.js';
import { DAY_MS, startOfDay } from './shared/instant.js';

const DAY_OF_DATA = new Date('2026-01-01');

/** A part of the sample that is rows; its tables in an order that satisfies the foreign keys. */
export function seedTables(name: string, ...tables: string[]): Seeder {
  return {
    name,
    run: async (tx, today) => {
      for (const table of tables) await insertRows(tx, table, sampleRows(table, today));
      // Introspection answers row estimates, and those come from the planner's statistics.
      for (const table of tables) await tx.query(`analyze ${table}`);
    },
  };
}

/** The rows of one table with every date (`…_at`, `…_on`) moved as far as `today` is from the day of the data. */
export function sampleRows(table: string, today: Date): Row[] {
  const days = (startOfDay(today) - DAY_OF_DATA.getTime()) / DAY_MS;
  const rows = table.startsWith('platform.')
    ? readData<Row[]>(`${table.replace('.', '/')}.json`)
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
