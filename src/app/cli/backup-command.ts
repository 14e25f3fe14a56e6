import { mkdir, stat, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { configError } from '../../foundation/errors.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { builtInPlugins } from '../../plugins/built-in.js';
import { openDatabase, openPostgres } from '../../store/open-database.js';
import type { Database } from '../../store/database.js';
import { type BackupSummary, readBackup } from '../backup/backup-file.js';
import { openEmbeddedCopyOf, requireDatabase } from '../backup/copy-embedded.js';
import { readDataFiles, writeDataFile } from '../backup/data-files.js';
import { restoreBackup } from '../backup/restore-backup.js';
import { writeBackup } from '../backup/write-backup.js';
import { readConfig } from '../config/config.js';
import { readServed } from '../served/served.js';
import { version } from '../version.js';
import type { CliContext, Command } from './cli-context.js';
import { tmpdir } from 'node:os';
import { lockDirectory } from '../../store/directory-lock.js';

/** Writes a backup of the configured database, also while a server runs on it; `file` names it. */
export const backupCommand: Command = async ([file], _values, { env, folder, say }) => {
  const { databaseUrl, dataDir } = await configured(env, folder);
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const path = resolve(folder, file ?? `sextant-${version}-${now}.backup`);
  await refuseExisting(path);
  const files = await readDataFiles(dataDir);
  const db = await (databaseUrl === undefined
    ? openEmbeddedCopyOf(dataDir, dirname(path))
    : openPostgres(databaseUrl));
  try {
    const summary = await writeBackup(db, path, files);
    const { size } = await stat(path);
    say(
      `Wrote ${path}: ${counted(summary)} and ${files.length} files, ${(size / 1024 / 1024).toFixed(1)} MB; read again and whole. It holds what users wrote and the keys of sign-ins: keep it as safe as the data. "sextant restore" takes it.`,
    );
    return 0;
  } finally {
    await db.close();
  }
};

/** Puts a backup into the configured database, which must be empty, and compares every row. */
export const restoreCommand: Command = async ([file], _values, { env, folder, say }) => {
  if (file === undefined) throw configError('Which backup? sextant restore FILE.');
  const path = resolve(folder, file);
  if ((await stat(path).catch(() => undefined)) === undefined)
    throw configError(`There is no ${path}.`);
  const { dataDir, plugins, ...settings } = await configured(env, folder);
  const db = await openDatabase({ ...settings, dataDir });
  try {
    const summary = await restoreBackup(db, path, { plugins, progress: sayProgress(say) });
    for await (const part of readBackup(path))
      if (part.kind === 'file') await writeDataFile(dataDir, part);
    say(
      `Restored ${counted(summary)} of ${summary.header.at}, written by ${summary.header.version}; every row was compared. Start the server.`,
    );
    return 0;
  } finally {
    await db.close();
  }
};

/** Brings all rows of the embedded database into an empty one on a PostgreSQL server; what is there stays as it is. */
export const moveCommand: Command = async (_words, { to }, { env, folder, say }) => {
  if (to === undefined)
    throw configError('Where to? sextant move --to postgres://user:password@host:5432/database');
  const config = await configured(env, folder);
  const { databaseUrl, dataDir } = config;
  await requireDatabase(dataDir);
  if (databaseUrl !== undefined)
    throw configError(
      'The server uses PostgreSQL already (DATABASE_URL). Leave that out here to move from the embedded database, or use backup and restore.',
    );
  const target = await openPostgres(to);
  try {
    const summary = await moveInto(target, config, say);
    say(
      `Moved ${counted(summary)}; every row was compared. ${join(dataDir, 'pg')} is as it was. Start the server with DATABASE_URL and the same DATA_DIR.`,
    );
    return 0;
  } finally {
    await target.close();
  }
};

/** The lock is held to the end: what a server wrote in the meantime would stay behind. */
async function moveInto(
  target: Database,
  { dataDir, plugins }: Awaited<ReturnType<typeof configured>>,
  say: CliContext['say'],
): Promise<BackupSummary> {
  return inWorkFolder(dataDir, async (workFolder) => {
    const path = join(workFolder, 'rows.backup');
    const db = await openEmbeddedCopyOf(dataDir, workFolder, { isLocked: true });
    try {
      await writeBackup(db, path, []);
    } finally {
      await db.close();
    }
    return restoreBackup(target, path, { plugins, progress: sayProgress(say) });
  });
}

async function configured(env: Environment, folder: string) {
  const served = await readServed(env, folder);
  const plugins = [...new Set([...builtInPlugins, ...served.plugins])];
  const config = readConfig(env, plugins, served.file?.pluginSettings);
  return {
    databaseUrl: config.databaseUrl,
    dataDir: resolve(folder, config.dataDir),
    plugins,
  };
}

async function refuseExisting(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) !== undefined)
    throw configError(`${path} is there already; choose another name.`);
  await mkdir(dirname(path), { recursive: true });
}

/** Says which large tables came in, and that some were in already. */
function sayProgress(say: (text: string) => void) {
  return (table: string, { rows }: { rows: number }, wasThere: boolean): void => {
    if (wasThere) say(`  ${table}: ${rows} rows, there already`);
    else if (rows >= MANY_ROWS) say(`  ${table}: ${rows} rows`);
  };
}

const MANY_ROWS = 10_000;

function counted({ rows, tables }: BackupSummary): string {
  return `${rows} rows of ${tables.size} tables`;
}

/**
 * Gives `work` a folder (in the system's temporary directory) that is removed at its end, while no server
 * can start on `dataDir`. Rejects with `database_locked` while one runs there.
 */
async function inWorkFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const lock = await lockDirectory(dataDir);
  try {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-move-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}
