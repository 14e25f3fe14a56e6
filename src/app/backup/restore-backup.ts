import { configError, databaseError } from '../../foundation/errors.js';
import type { AnyPlugin } from '../../host/plugin.js';
import type { Database, Queryable } from '../../store/database.js';
import { migrate, type MigrationSet } from '../../store/migrate.js';
import {
  portableTables,
  type PortableTable,
  writePlainly,
  beginReading,
  readRows,
  isSameTotal,
  type RowTotal,
  RowDigest,
  beginWriting,
  endWriting,
  writeRows,
} from '../../store/portable-table.js';
import {
  readBackup,
  type BackupPart,
  checkBackup,
  type BackupSummary,
  migrationsFor,
} from './backup-file.js';
import { beginRestore, endRestore, noteRestored, restoredTables } from './restore-progress.js';

export interface RestoreOptions {
  plugins: readonly AnyPlugin[];
  /** Called with each table that came in, or was in already. */
  progress?: (table: string, total: RowTotal, wasThere: boolean) => void;
}

/** Fills an empty database from a backup and compares each row; called again, it goes on. Rejects with `config_error`. */
export async function restoreBackup(
  db: Database,
  path: string,
  { plugins, progress = () => {} }: RestoreOptions,
): Promise<BackupSummary> {
  const summary = await checkBackup(path);
  const sets = migrationsFor(summary.header.histories, plugins);
  await beginRestore(db, sets);
  await makeTables(db, sets);
  const tables = new Map((await portableTables(db)).map((table) => [table.name, table]));
  const done = await restoredTables(db);
  const parts = readBackup(path);
  for await (const part of parts) {
    if (part.kind !== 'table') continue;
    const total = summary.tables.get(part.table) ?? { rows: 0, digest: '' };
    const before = done.get(part.table);
    if (before !== undefined && !isSameTotal(before, total))
      throw configError(
        `The target holds part of another backup (${part.table} differs). Give an empty database, or repeat with the backup that was begun with.`,
      );
    const target = tableFor(part, tables, total);
    if (before === undefined && target !== undefined)
      await loadTable(db, target, part.columns, total, parts);
    progress(part.table, total, before !== undefined);
  }
  await compareRows(db, path, summary);
  await endRestore(db);
  return summary;
}

async function makeTables(db: Database, sets: readonly MigrationSet[]): Promise<void> {
  try {
    await migrate(db, sets);
  } catch (error) {
    // Nothing was made: the database is as empty as it was.
    if ((await restoredTables(db)).size === 0) await endRestore(db);
    throw error;
  }
}

/** The table that rows go to; `undefined` for one that is no more, as long as it was empty. */
function tableFor(
  { table, columns }: Extract<BackupPart, { kind: 'table' }>,
  tables: ReadonlyMap<string, PortableTable>,
  { rows }: RowTotal,
): PortableTable | undefined {
  const target = tables.get(table);
  const known = new Set(target?.columns.map(({ name }) => name));
  const missing = target === undefined ? table : columns.find((column) => !known.has(column));
  if (missing === undefined || rows === 0) return target;
  throw configError(
    `The backup has rows of ${table}, and this server makes no ${missing === table ? 'such table' : `column "${missing}" there`}: something else made it. Nothing was lost: the backup is as it was.`,
  );
}

async function loadTable(
  db: Database,
  table: PortableTable,
  columns: readonly string[],
  total: RowTotal,
  parts: AsyncGenerator<BackupPart>,
): Promise<void> {
  let isBegun = false;
  await db.transaction(async (tx) => {
    if (isBegun)
      throw databaseError(
        `Something else works on ${table.name} of the target. End it, then repeat the command: it continues where it was.`,
      );
    isBegun = true;
    await writePlainly(tx);
    await beginWriting(tx, table);
    await takeRows(tx, table, columns, parts);
    await endWriting(tx, table);
    await noteRestored(tx, table.name, total);
  });
}

async function takeRows(
  tx: Queryable,
  table: PortableTable,
  columns: readonly string[],
  parts: AsyncGenerator<BackupPart>,
): Promise<void> {
  for (;;) {
    const next = await parts.next();
    if (next.done === true || next.value.kind === 'end') return;
    if (next.value.kind === 'rows') await writeRows(tx, table, columns, next.value.lines);
  }
}

/** Reads all rows of a database and compares them with a backup; rejects with `database_error` that names the first table that differs. */
async function compareRows(
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
      const { rows } = digest.total;
      if (isSameTotal(total, digest.total)) continue;
      const what = rows === total.rows ? 'not the same' : `${rows}, not ${total.rows}`;
      throw databaseError(
        `After the restore ${table.name} differs from the backup: its rows are ${what}. Does another server use the database? Begin again with an empty one.`,
      );
    }
  });
}
