import type { Database } from '../../src/store/database.js';

/** What a table held: how many rows, and a hash of all values of these columns. */
export interface TableRows {
  columns: readonly string[];
  count: number;
  hash: string;
}

/** The tables of a server's own schemas by name, without the histories of migrations. */
export async function tablesOf(db: Database): Promise<Map<string, string[]>> {
  const rows = await db.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', table_schema, table_name) as name,
       array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns
     where table_schema in ('sextant', 'sextant_jobs', 'knowledge')
       and table_name not like 'schema\\_version%'
     group by 1 order by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** The rows of all these tables, by their names; columns that came later are left out. */
export async function rowsOf(
  db: Database,
  tables: ReadonlyMap<string, readonly string[]>,
): Promise<Record<string, TableRows>> {
  const found: Record<string, TableRows> = {};
  for (const [name, columns] of tables) {
    const row = `row(${columns.map((column) => `"${column}"`).join(', ')})::text`;
    const [{ count, hash } = { count: 0, hash: '' }] = await db.query<TableRows>(
      `select count(*)::int as count,
         md5(coalesce(string_agg(${row}, E'\\n' order by ${row} collate "C"), '')) as hash
       from ${name}`,
    );
    found[name] = { columns, count, hash };
  }
  return found;
}

/** All rows of all tables, hashed by the database itself; histories and plugins' tables included. */
export async function everyRow(db: Database): Promise<Record<string, TableRows>> {
  const tables = await db.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', table_schema, table_name) as name,
       array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema', 'public', 'sextant_restore')
       and table_name in (select c.relname from pg_class c where c.relkind in ('r', 'p'))
     group by 1 order by 1`,
  );
  return rowsOf(db, new Map(tables.map(({ name, columns }) => [name, columns])));
}
