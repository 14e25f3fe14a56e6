import { liftLimits, type Queryable } from './database.js';
import { createHash } from 'node:crypto';

export interface PortableTable {
  name: string;
  columns: readonly PortableColumn[];
  /** Constraints by which its rows point at rows of the same table. */
  selfReferences: readonly string[];
}

interface PortableColumn {
  name: string;
  type: string;
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
    columns: columns
      .filter(({ table }) => table === name)
      .map(({ column, type, identity }) => ({ name: column, type, isIdentity: identity !== '' })),
    selfReferences: references
      .filter(({ child, parent }) => child === name && parent === name)
      .map((reference) => reference.name),
  }));
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

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const MODULUS = 1n << 128n;

/** Counts and hashes rows; the same for the same rows in any order, since two databases keep them in different ones. */
export class RowDigest {
  private sum = 0n;
  private count = 0;

  add(line: string): void {
    const hash = createHash('sha256').update(line, 'utf8').digest('hex');
    this.sum = (this.sum + BigInt(`0x${hash.slice(0, 32)}`)) % MODULUS;
    this.count += 1;
  }

  get total(): RowTotal {
    return { rows: this.count, digest: this.sum.toString(16).padStart(32, '0') };
  }
}

export interface RowTotal {
  rows: number;
  digest: string;
}

export function isSameTotal(one: RowTotal, other: RowTotal): boolean {
  return one.rows === other.rows && one.digest === other.digest;
}

const BATCH_CHARS = 2_000_000;
const FIRST_ROWS = 16;
const MOST_ROWS = 1_000;

/** Has a transaction see one moment and write values the same way on every database. Its first statement. */
export async function beginReading(tx: Queryable): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
  await liftLimits(tx);
  await writePlainly(tx);
}

/** Texts of times, numbers and bytes that say the whole value and mean the same everywhere. */
export async function writePlainly(tx: Queryable): Promise<void> {
  await tx.query(`set local timezone = 'UTC'`);
  await tx.query(`set local datestyle = 'ISO, YMD'`);
  await tx.query(`set local intervalstyle = 'postgres'`);
  await tx.query(`set local bytea_output = 'hex'`);
  await tx.query('set local extra_float_digits = 1');
}

/** Hands over all rows, some at a time, each as a line: a JSON array of texts and nulls, in the order of the columns. */
export async function readRows(
  tx: Queryable,
  table: PortableTable,
  columns: readonly string[],
  take: (lines: readonly string[]) => Promise<void> | void,
): Promise<void> {
  const values = columns.map((column) => `${quoted(column)}::text`).join(', ');
  await tx.query(
    `declare portable_rows no scroll cursor for
     select json_build_array(variadic array[${values}])::text as line from ${sqlName(table)}`,
  );
  for (let count = FIRST_ROWS; ;) {
    const rows = await tx.query<{ line: string }>(`fetch ${count} from portable_rows`);
    if (rows.length > 0) await take(rows.map(({ line }) => line));
    if (rows.length < count) break;
    const chars = rows.reduce((sum, { line }) => sum + line.length, 0);
    count = Math.max(1, Math.min(MOST_ROWS, Math.floor((BATCH_CHARS * count) / chars)));
  }
  await tx.query('close portable_rows');
}

/** Empties a table and stops its triggers, so that rows come in exactly as they were, until {@link endWriting}. */
export async function beginWriting(tx: Queryable, table: PortableTable): Promise<void> {
  const name = sqlName(table);
  await liftLimits(tx);
  await tx.query(`alter table ${name} disable trigger user`);
  await tx.query(`delete from ${name}`);
  // A row may come before the one of the same table that it points at.
  for (const reference of table.selfReferences)
    await tx.query(
      `alter table ${name} alter constraint ${quoted(reference)} deferrable initially deferred`,
    );
}

/** Adds rows as {@link file://./read-rows.ts} wrote them, with all of their values. */
export async function writeRows(
  tx: Queryable,
  table: PortableTable,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const values = columns.map((column, index) => `(line ->> ${index})::${types.get(column)}`);
  await tx.query(
    `insert into ${sqlName(table)} (${columns.map(quoted).join(', ')}) overriding system value
     select ${values.join(', ')} from json_array_elements($1::json) as line`,
    [`[${lines.join(',')}]`],
  );
}

/** Takes back what {@link beginWriting} set, and lets sequences continue behind the numbers that came in. */
export async function endWriting(tx: Queryable, table: PortableTable): Promise<void> {
  const name = sqlName(table);
  if (table.selfReferences.length > 0) await tx.query('set constraints all immediate');
  for (const reference of table.selfReferences)
    await tx.query(`alter table ${name} alter constraint ${quoted(reference)} not deferrable`);
  await tx.query(`alter table ${name} enable trigger user`);
  for (const column of table.columns.filter(({ isIdentity }) => isIdentity)) {
    const max = `select max(${quoted(column.name)}) as max from ${name}`;
    await tx.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max, 1), max is not null)
       from (${max}) as numbers`,
      [name, column.name],
    );
  }
}
