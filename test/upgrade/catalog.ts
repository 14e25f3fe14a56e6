import type { Database } from '../../src/store/database.js';

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
    const rows = await db.query<{ line: string }>(query);
    catalog[kind] = rows.map(({ line }) => line).sort();
  }
  return catalog;
}
