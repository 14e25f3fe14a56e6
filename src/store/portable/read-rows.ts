import type { Queryable } from '../database.js';
import { quoted, sqlName, type PortableTable } from './portable-table.js';

/** About how many characters are read at a time. */
const BATCH_CHARS = 2_000_000;
const FIRST_ROWS = 16;
const MOST_ROWS = 1_000;

/**
 * Makes a transaction see one moment of the database, and write every value the same way on every
 * database. Its first statement.
 */
export async function beginReading(tx: Queryable): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
  await tx.query('set local statement_timeout = 0');
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
