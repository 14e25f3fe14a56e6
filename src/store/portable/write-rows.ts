import type { Queryable } from '../database.js';
import { quoted, sqlName, type PortableTable } from './portable-table.js';

/**
 * Makes a table ready to take rows in exactly as they were in another database: empties it of what
 * migrations put there, and stops triggers, which would number and stamp rows a second time. In the
 * transaction that ends with {@link endWriting}.
 */
export async function beginWriting(tx: Queryable, table: PortableTable): Promise<void> {
  const name = sqlName(table);
  await tx.query('set local statement_timeout = 0');
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
