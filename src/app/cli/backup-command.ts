import { closing } from '../../foundation/program.js';
import { mkdir, stat, mkdtemp, rm, cp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { constants, existsSync } from 'node:fs';
import pg from 'pg';
import { AppError, configError, ifCode } from '../../foundation/errors.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { builtInPlugins } from '../../plugins/built-in.js';
import { openDatabase, openPostgres } from '../../store/open-database.js';
import type { Database } from '../../store/database.js';
import { type BackupSummary, readBackup } from '../backup/backup-file.js';
import { readDataFiles, writeDataFile, writeBackup } from '../backup/write-backup.js';
import { restoreBackup } from '../backup/restore-backup.js';
import { readConfig } from '../config/config.js';
import { embedsErp, readServed } from '../served/served.js';
import { version } from '../version.js';
import { lockDirectory } from '../../store/directory-lock.js';
import { requireReadableFiles } from '../../store/embedded-manifest.js';
import { openEmbedded } from '../../store/embedded.js';
import { erpMigrations } from '../../../samples/erp/seed.js';
import { knowledgeMigrations } from '../../knowledge/knowledge.js';
import { migrate } from '../../store/migrate.js';
import { refuseHalfRestored } from '../backup/restore-progress.js';
import { migrationsOf } from '../migrations.js';
import type { CliContext, Command } from './cli-context.js';

export const backupCommand: Command = async ([file], _values, { env, folder, say }) => {
  const { databaseUrl, dataDir } = await configured(env, folder);
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const path = resolve(folder, file ?? `sextant-${version}-${now}.backup`);
  if (existsSync(path)) throw configError(`${path} is there already; choose another name.`);
  await mkdir(dirname(path), { recursive: true });
  const files = await readDataFiles(dataDir);
  const db = await (databaseUrl === undefined
    ? openEmbeddedCopyOf(dataDir, dirname(path))
    : openPostgres(databaseUrl));
  return closing(db, async () => {
    const summary = await writeBackup(db, path, files);
    const { size } = await stat(path);
    say(
      `Wrote ${path}: ${counted(summary)} and ${files.length} files, ${(size / 1024 / 1024).toFixed(1)} MB; read again and whole. It holds what users wrote and the keys of sign-ins: keep it as safe as the data. "sextant restore" takes it.`,
    );
    return 0;
  });
};

export const restoreCommand: Command = async ([file], _values, { env, folder, say }) => {
  if (file === undefined) throw configError('Which backup? sextant restore FILE.');
  const path = resolve(folder, file);
  if (!existsSync(path)) throw configError(`There is no ${path}.`);
  const { dataDir, plugins, ...settings } = await configured(env, folder);
  const db = await openDatabase({ ...settings, dataDir });
  return closing(db, async () => {
    const summary = await restoreBackup(db, path, { plugins, progress: sayProgress(say) });
    for await (const part of readBackup(path))
      if (part.kind === 'file') await writeDataFile(dataDir, part);
    say(
      `Restored ${counted(summary)} of ${summary.header.at}, written by ${summary.header.version}; every row was compared. Start the server.`,
    );
    return 0;
  });
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
  return closing(target, async () => {
    const summary = await moveInto(target, config, say);
    say(
      `Moved ${counted(summary)}; every row was compared. ${join(dataDir, 'pg')} is as it was. Start the server with DATABASE_URL and the same DATA_DIR.`,
    );
    return 0;
  });
};

/** The lock, `database_locked` where a server runs, is held to the end: what one wrote in the meantime would stay behind. */
async function moveInto(
  target: Database,
  { dataDir, plugins }: Awaited<ReturnType<typeof configured>>,
  say: CliContext['say'],
): Promise<BackupSummary> {
  const lock = await lockDirectory(dataDir);
  return closing({ close: () => lock.release() }, async () => {
    const workFolder = await mkdtemp(join(tmpdir(), 'sextant-move-'));
    const remove = () => rm(workFolder, { recursive: true, force: true });
    return closing({ close: remove }, async () => {
      const path = join(workFolder, 'rows.backup');
      const db = await openEmbeddedCopyOf(dataDir, workFolder, { isLocked: true });
      await closing(db, () => writeBackup(db, path, []));
      return restoreBackup(target, path, { plugins, progress: sayProgress(say) });
    });
  });
}

async function configured(env: Environment, folder: string) {
  const served = await readServed(env, folder);
  const plugins = [...new Set([...builtInPlugins, ...served.plugins])];
  const { databaseUrl, dataDir } = readConfig(env, plugins, served.file?.pluginSettings);
  return { databaseUrl, dataDir: resolve(folder, dataDir), plugins };
}

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

/** Opens a copy of the embedded database of `dataDir`, made in `workFolder`, which closing removes; the original is only read. */
export async function openEmbeddedCopyOf(
  dataDir: string,
  workFolder: string,
  { isLocked = false } = {},
): Promise<Database> {
  await requireDatabase(dataDir);
  const copy = await mkdtemp(join(workFolder, '.sextant-copy-'));
  const remove = () => rm(copy, { recursive: true, force: true });
  try {
    const how = { recursive: true, mode: constants.COPYFILE_FICLONE };
    const copyFiles = () => cp(join(dataDir, 'pg'), join(copy, 'pg'), how);
    await (isLocked ? copyFiles() : copyInPeace(dataDir, copyFiles));
    const db = await openEmbedded(copy);
    const close = async (): Promise<void> => {
      await db.close();
      await remove();
    };
    return { ...db, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Rejects with `config_error` where no embedded database is, with `database_error` where it cannot be read. */
async function requireDatabase(dataDir: string): Promise<void> {
  const pg = join(dataDir, 'pg');
  await requireReadableFiles(pg);
  if (existsSync(pg)) return;
  throw configError(
    `There is no embedded database in ${dataDir}. Set DATA_DIR to the server's directory, or DATABASE_URL where it uses PostgreSQL.`,
  );
}

/** Nothing is written while `copy` runs: no server starts, or the one that runs waits. */
async function copyInPeace(dataDir: string, copy: () => Promise<void>): Promise<void> {
  const lock = await lockDirectory(dataDir).catch(ifCode('database_locked', undefined));
  if (lock === undefined) return copyBesideServer(dataDir, copy);
  await closing({ close: () => lock.release() }, copy);
}

/** One session: whoever is in a transaction has all others wait. The files hold what was committed, as after a kill. */
async function copyBesideServer(dataDir: string, copy: () => Promise<void>): Promise<void> {
  const user = 'postgres';
  const client = new pg.Client({ host: dataDir, port: 5432, user, database: user });
  // The server can stop meanwhile: then the next statement rejects.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new AppError(
      'database_locked',
      `The server on ${dataDir} runs, and its database cannot be reached from here (its path may be too long for a socket). Stop the server, or set a shorter DATA_DIR, then repeat.`,
      [],
      { cause: error },
    );
  }
  await closing({ close: () => client.end() }, async () => {
    await client.query('checkpoint');
    await client.query('begin');
    await copy();
    await client.query('rollback');
  });
}

export const migrateCommand: Command = async (_words, _values, { env, folder, say }) => {
  const served = await readServed(env, folder);
  const config = readConfig(env, served.plugins, served.file?.pluginSettings);
  const dataDir = resolve(folder, config.dataDir);
  const db = await openDatabase({ databaseUrl: config.databaseUrl, dataDir });
  return closing(db, async () => {
    await refuseHalfRestored(db);
    const sample = embedsErp(config, served) ? [erpMigrations] : [];
    const sets = [...migrationsOf(served.plugins), knowledgeMigrations, ...sample];
    say(`${await migrate(db, sets)} migrations ran.`);
    return 0;
  });
};
