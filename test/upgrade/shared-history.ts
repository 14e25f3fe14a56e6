import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { sharedHistory } from '../../src/app/migrations.js';
import type { Database } from '../../src/store/database.js';
import { migrate } from '../../src/store/migrate.js';

const FIXTURE = new URL('./fixtures/shared-history.sql.gz', import.meta.url);
const DIRECTORY = fileURLToPath(sharedHistory.directory);

/**
 * Drops what the server's own migrations make, and the documents. On PostgreSQL a user named like the
 * schema makes the extension in it; here it does not go with the schema.
 */
export async function emptyDatabase(db: Database): Promise<void> {
  await db.query('drop schema if exists sextant, sextant_jobs, knowledge cascade');
  await db.query('create extension if not exists vector schema public');
}

/**
 * Puts a database in its place that a server with the shared history wrote. What was to expire after it
 * was made expires a day from now.
 */
export async function loadFixture(db: Database): Promise<void> {
  await emptyDatabase(db);
  await db.query(gunzipSync(await readFile(FIXTURE)).toString('utf8'));
  for (const table of ['previews', 'drafts', 'working_copies']) {
    await db.query(`update sextant.${table} set expires_at = now() + interval '1 day'`);
  }
}

/** The numbers that the shared history went through. */
export async function versions(): Promise<number[]> {
  return (await files()).map(versionOf);
}

/** Makes the tables as a server did whose newest migration was the given one. */
export async function migrateTo(db: Database, version: number): Promise<void> {
  await emptyDatabase(db);
  const directory = await mkdtemp(join(tmpdir(), 'sextant-history-'));
  try {
    for (const name of await files()) {
      if (versionOf(name) <= version) await cp(join(DIRECTORY, name), join(directory, name));
    }
    await migrate(db, { directory: pathToFileURL(`${directory}/`), schema: 'sextant' });
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function files(): Promise<string[]> {
  return (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql')).sort();
}

function versionOf(name: string): number {
  return Number(name.slice(0, 3));
}
