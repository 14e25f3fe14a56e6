import { rename, rm, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
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
import { configError, ifCode } from '../../foundation/errors.js';
import {
  BACKUP_FORMAT,
  BackupWriter,
  checkBackup,
  type BackupSummary,
  historiesOf,
} from './backup-file.js';

/** Writes all rows as of one moment and the files, and reads them again; `path` must be new, and appears when whole. */
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

async function writeAll(tx: Queryable, writer: BackupWriter, files: readonly DataFile[]) {
  await beginReading(tx);
  const tables = await portableTables(tx);
  const histories = await historiesOf(tx, tables);
  const at = systemClock().toISOString();
  await writer.add({ sextant_backup: BACKUP_FORMAT, version, at, histories });
  for (const file of files) await writer.add(file);
  for (const table of tables) await writeTable(tx, writer, table);
  await writer.add({ whole: tables.length });
}

async function writeTable(tx: Queryable, writer: BackupWriter, table: PortableTable) {
  const columns = table.columns.map(({ name }) => name);
  const digest = new RowDigest();
  await writer.add({ table: table.name, columns });
  await readRows(tx, table, columns, async (lines) => {
    for (const line of lines) digest.add(line);
    await writer.addLines(lines);
  });
  await writer.add({ end: table.name, ...digest.total });
}

interface DataFile {
  file: string;
  base64: string;
}

/** What is kept beside the database and cannot be made again: approved MCP tools, the key of sign-ins. Vectors can. */
export async function readDataFiles(dataDir: string): Promise<DataFile[]> {
  const pins = (await namesIn(join(dataDir, 'mcp'))).filter((name) => name.endsWith('.json'));
  const own = (await namesIn(dataDir)).filter((name) => name === 'sign-in.key');
  const files = [...own, ...pins.map((name) => join('mcp', name))];
  return Promise.all(
    files.map(async (file) => ({
      file,
      base64: (await readFile(join(dataDir, file))).toString('base64'),
    })),
  );
}

/** Puts a file back; one that is there already stays, unless it is the same. */
export async function writeDataFile(dataDir: string, { file, base64 }: DataFile): Promise<void> {
  const path = join(dataDir, normalize(file));
  if (!path.startsWith(join(dataDir, sep)))
    throw configError(`The backup has a file outside of its folder: ${file}.`);
  const content = Buffer.from(base64, 'base64');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, content, { flag: 'wx', mode: 0o600 }).catch(ifCode('EEXIST', undefined));
  if (content.equals(await readFile(path))) return;
  throw configError(
    `${path} is there and is another one than in the backup. Restore into a DATA_DIR of its own.`,
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ifCode('ENOENT', []))).sort();
}
