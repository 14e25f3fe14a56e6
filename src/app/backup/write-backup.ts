import { rename, rm } from 'node:fs/promises';
import { systemClock } from '../../foundation/clock.js';
import type { Database, Queryable } from '../../store/database.js';
import {
  portableTables,
  type PortableTable,
  beginReading,
  readRows,
  RowDigest,
} from '../../store/portable-table.js';
import { version } from '../version.js';
import { BACKUP_FORMAT, BackupWriter, checkBackup, type BackupSummary } from './backup-file.js';
import type { DataFile } from './data-files.js';
import { historiesOf } from './histories.js';

/**
 * Writes all rows of a database, as of one moment, and the files beside it; then reads the backup again.
 * Rejects when `path` is there already. The name appears only when the backup is whole.
 */
export async function writeBackup(
  db: Database,
  path: string,
  files: readonly DataFile[],
): Promise<BackupSummary> {
  const part = `${path}.part`;
  await rm(part, { force: true });
  const writer = new BackupWriter(part);
  try {
    await db.transaction((tx) => writeAll(tx, writer, files));
    await writer.end();
    const summary = await checkBackup(part);
    await rename(part, path);
    return summary;
  } catch (error) {
    await writer.abort();
    await rm(part, { force: true });
    throw error;
  }
}

async function writeAll(
  tx: Queryable,
  writer: BackupWriter,
  files: readonly DataFile[],
): Promise<void> {
  await beginReading(tx);
  const tables = await portableTables(tx);
  const histories = await historiesOf(tx, tables);
  const at = systemClock().toISOString();
  await writer.add({ sextant_backup: BACKUP_FORMAT, version, at, histories });
  for (const file of files) await writer.add(file);
  for (const table of tables) await writeTable(tx, writer, table);
  await writer.add({ whole: tables.length });
}

async function writeTable(
  tx: Queryable,
  writer: BackupWriter,
  table: PortableTable,
): Promise<void> {
  const columns = table.columns.map(({ name }) => name);
  const digest = new RowDigest();
  await writer.add({ table: table.name, columns });
  await readRows(tx, table, columns, async (lines) => {
    for (const line of lines) digest.add(line);
    await writer.addLines(lines);
  });
  await writer.add({ end: table.name, ...digest.total });
}
