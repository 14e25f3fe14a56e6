import { constants } from 'node:fs';
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { AppError, configError } from '../../foundation/errors.js';
import type { Database } from '../../store/database.js';
import { lockDirectory } from '../../store/directory-lock.js';
import { requireReadableFiles } from '../../store/embedded-manifest.js';
import { openEmbedded } from '../../store/embedded.js';

/**
 * Opens a copy of the embedded database of `dataDir`, made in a folder of its own in `workFolder`;
 * closing it removes the copy. A server may be running there: its statements wait while the files are
 * copied, and no longer. The original is only read. `isLocked`: the caller holds its lock.
 */
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
export async function requireDatabase(dataDir: string): Promise<void> {
  const pg = join(dataDir, 'pg');
  await requireReadableFiles(pg);
  if ((await stat(pg).catch(() => undefined)) !== undefined) return;
  throw configError(
    `There is no embedded database in ${dataDir}. Set DATA_DIR to the server's directory, or DATABASE_URL where it uses PostgreSQL.`,
  );
}

/** Nothing is written while `copy` runs: no server starts, or the one that runs waits. */
async function copyInPeace(dataDir: string, copy: () => Promise<void>): Promise<void> {
  const lock = await lockDirectory(dataDir).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'database_locked') return undefined;
    throw error;
  });
  if (lock === undefined) return copyBesideServer(dataDir, copy);
  try {
    await copy();
  } finally {
    await lock.release();
  }
}

/**
 * The database has one session: whoever is in a transaction has all others wait. What was committed is
 * in the files, as after the end of a killed process, so that a copy of them opens.
 */
async function copyBesideServer(dataDir: string, copy: () => Promise<void>): Promise<void> {
  const client = new pg.Client({
    host: dataDir,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
  });
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
  try {
    await client.query('checkpoint');
    await client.query('begin');
    await copy();
    await client.query('rollback');
  } finally {
    await client.end();
  }
}
