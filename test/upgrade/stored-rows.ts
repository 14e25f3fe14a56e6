import { fileURLToPath } from 'node:url';
import { restoreBackup } from '../../src/app/backup/restore-backup.js';
import { builtInPlugins } from '../../src/plugins/built-in.js';
import type { Database } from '../../src/store/database.js';

/**
 * Drops what the server's own migrations make, and the documents. On PostgreSQL a user named like the
 * schema makes the extension in it; here it does not go with the schema.
 */
export async function emptyDatabase(db: Database): Promise<void> {
  await db.query('drop schema if exists sextant, sextant_jobs, knowledge cascade');
  await db.query('create extension if not exists vector schema public');
}

/**
 * Puts the database of a released version in its place, as its backup is restored; answers how many rows came in. What
 * was to expire after it was made expires a day from now. `fixtures/<version>.backup` is what `sextant backup` of that
 * version wrote, filled through its HTTP API by the user `local`: a release adds its own, and none is written again.
 * `0.1.0` has previews that wait and that were decided on, drafts, a working copy, a case beside the samples, a document,
 * a chat, and three researches: complete, waiting for a reply, and under way when its server was killed.
 */
export async function loadRelease(db: Database, version = '0.1.0'): Promise<number> {
  await emptyDatabase(db);
  const path = fileURLToPath(new URL(`./fixtures/${version}.backup`, import.meta.url));
  const { rows } = await restoreBackup(db, path, { plugins: builtInPlugins });
  for (const table of ['previews', 'drafts', 'working_copies'])
    await db.query(`update sextant.${table} set expires_at = now() + interval '1 day'`);
  return rows;
}

/** What a table held: how many rows, and a hash of all values of these columns. */
interface TableRows {
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

const SCHEMAS = `n.nspname in ('sextant', 'sextant_jobs')`;

/**
 * Each kind of object that migrations make, with a query whose lines describe every one of them. Columns
 * tell of "not null"; newer servers have constraints for it besides, whose names a restored dump changes.
 */
const kinds = {
  tables: `select format('%s.%s %s', n.nspname, c.relname, c.relkind) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${SCHEMAS}`,
  columns: `select format('%s.%s %s %s %s not null %s default %s identity %s generated %s',
      n.nspname, c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${SCHEMAS} and a.attnum > 0`,
  indexes: `select pg_get_indexdef(i.indexrelid) as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace where ${SCHEMAS}`,
  constraints: `select format('%s %s %s', o.conrelid::regclass, o.conname,
      pg_get_constraintdef(o.oid)) as line
    from pg_constraint o join pg_namespace n on n.oid = o.connamespace
    where ${SCHEMAS} and o.contype <> 'n'`,
  functions: `select format('%s.%s(%s) %s %s', n.nspname, p.proname,
      pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), p.prosrc) as line
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${SCHEMAS}`,
  enums: `select format('%s.%s %s %s', n.nspname, t.typname, e.enumsortorder, e.enumlabel) as line
    from pg_enum e join pg_type t on t.oid = e.enumtypid
      join pg_namespace n on n.oid = t.typnamespace where ${SCHEMAS}`,
  triggers: `select pg_get_triggerdef(t.oid) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace where ${SCHEMAS} and not t.tgisinternal`,
};

/** Everything that the server's own migrations made, as sorted lines of each kind. */
export async function catalogOf(db: Database): Promise<Record<string, string[]>> {
  const catalog: Record<string, string[]> = {};
  for (const [kind, query] of Object.entries(kinds)) {
    catalog[kind] = (await db.query<{ line: string }>(query)).map(({ line }) => line).sort();
  }
  return catalog;
}
