import type { Queryable } from '../../../src/store/database.js';

/** PostgreSQL's limit is 65,535 bound values per statement; half of it keeps messages small. */
const MAX_VALUES = 30_000;

/**
 * Inserts rows of one table with as few statements as possible. Table and column names come from our
 * own code, never from a request; values are bound. All rows must have the keys of the first.
 */
export async function insertRows(
  tx: Queryable,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const perStatement = Math.max(1, Math.floor(MAX_VALUES / columns.length));
  for (let start = 0; start < rows.length; start += perStatement) {
    const part = rows.slice(start, start + perStatement);
    await tx.query(
      `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')}) values ${placeholders(part.length, columns.length)}`,
      part.flatMap((row) => columns.map((column) => row[column])),
    );
  }
}

function placeholders(rows: number, columns: number): string {
  return Array.from({ length: rows }, (_, row) => {
    const signs = Array.from({ length: columns }, (__, column) => `$${row * columns + column + 1}`);
    return `(${signs.join(', ')})`;
  }).join(', ');
}
