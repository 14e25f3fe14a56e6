import type { Queryable } from '../../../src/store/database.js';
import type { Row } from './read-data.js';

/**
 * Inserts rows of one table. Table and column names come from our own code and data, never from a
 * request. All rows must have the keys of the first; what is no value of the column's type in JSON is
 * given as PostgreSQL's text of it.
 */
export async function insertRows(
  tx: Queryable,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ');
  if (columns === '') return;
  await tx.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
