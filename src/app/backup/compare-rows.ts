import { AppError } from '../../foundation/errors.js';
import type { Database } from '../../store/database.js';
import { portableTables } from '../../store/portable/portable-table.js';
import { beginReading, readRows } from '../../store/portable/read-rows.js';
import { isSameTotal, RowDigest } from '../../store/portable/row-digest.js';
import { readBackup } from './backup-file.js';
import type { BackupSummary } from './check-backup.js';

/** Reads all rows of a database and compares them with a backup; rejects with `database_error` that names the first table that differs. */
export async function compareRows(
  db: Database,
  path: string,
  { tables: expected }: Pick<BackupSummary, 'tables'>,
): Promise<void> {
  const columns = new Map<string, readonly string[]>();
  for await (const part of readBackup(path))
    if (part.kind === 'table') columns.set(part.table, part.columns);
  await db.transaction(async (tx) => {
    await beginReading(tx);
    for (const table of await portableTables(tx)) {
      const total = expected.get(table.name);
      const read = columns.get(table.name);
      if (total === undefined || read === undefined) continue;
      const digest = new RowDigest();
      await readRows(tx, table, read, (lines) => lines.forEach((line) => digest.add(line)));
      if (!isSameTotal(total, digest.total))
        throw differs(table.name, total.rows, digest.total.rows);
    }
  });
}

function differs(table: string, expected: number, found: number): AppError {
  const what =
    expected === found
      ? `its ${found} rows are not the same`
      : `it has ${found} rows, not ${expected}`;
  return new AppError(
    'database_error',
    `After the restore ${table} differs from the backup: ${what}. Does another server use the database? Begin again with an empty one.`,
  );
}
