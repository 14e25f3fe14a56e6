import type { Queryable } from '../database.js';

/** A table as its rows are carried to another database: only columns that are stored, not generated. */
export interface PortableTable {
  /** With its schema, e.g. `sextant.runs`. */
  name: string;
  columns: readonly PortableColumn[];
  /** Constraints by which its rows point at rows of the same table. */
  selfReferences: readonly string[];
}

/** A column and its type as SQL writes it. */
export interface PortableColumn {
  name: string;
  type: string;
  /** Filled from a sequence of its own. */
  isIdentity: boolean;
}

interface ColumnRow {
  table: string;
  column: string;
  type: string;
  identity: string;
}

/** Tables of the server and of its plugins: migrations name their schemas and make nothing in `public`. */
const OURS = `c.relkind in ('r', 'p') and not c.relispartition
  and n.nspname not in ('pg_catalog', 'information_schema', 'public') and n.nspname !~ '^pg_'
  and n.nspname <> 'sextant_restore'
  and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass
    and d.objid = c.oid and d.deptype = 'e')`;

/** All tables, each after those that its rows point at. */
export async function portableTables(on: Queryable): Promise<PortableTable[]> {
  const columns = await on.query<ColumnRow>(
    `select n.nspname || '.' || c.relname as "table", a.attname as "column",
       format_type(a.atttypid, a.atttypmod) as type, a.attidentity as identity
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid
     where ${OURS} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by 1, a.attnum`,
  );
  const references = await on.query<{ child: string; parent: string; name: string }>(
    `select n.nspname || '.' || c.relname as child, pn.nspname || '.' || p.relname as parent,
       o.conname as name
     from pg_constraint o join pg_class c on c.oid = o.conrelid
       join pg_namespace n on n.oid = c.relnamespace join pg_class p on p.oid = o.confrelid
       join pg_namespace pn on pn.oid = p.relnamespace
     where o.contype = 'f' and o.conparentid = 0 and ${OURS} order by 1, 2, 3`,
  );
  const names = [...new Set(columns.map(({ table }) => table))];
  return parentsFirst(names, references).map((name) => ({
    name,
    columns: columns.filter(({ table }) => table === name).map(toColumn),
    selfReferences: references
      .filter(({ child, parent }) => child === name && parent === name)
      .map((reference) => reference.name),
  }));
}

function toColumn({ column, type, identity }: ColumnRow): PortableColumn {
  return { name: column, type, isIdentity: identity !== '' };
}

/** Tables that point at each other in a circle stay in the order of their names. */
function parentsFirst(
  names: readonly string[],
  references: readonly { child: string; parent: string }[],
): string[] {
  const sorted = new Set<string>();
  const visit = (name: string, above: ReadonlySet<string>): void => {
    if (sorted.has(name) || above.has(name)) return;
    const inside = new Set([...above, name]);
    for (const { child, parent } of references) if (child === name) visit(parent, inside);
    sorted.add(name);
  };
  for (const name of names) visit(name, new Set());
  return [...sorted];
}

/** The table's name in SQL. */
export function sqlName({ name }: Pick<PortableTable, 'name'>): string {
  return name.split('.').map(quoted).join('.');
}

/** An identifier in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
