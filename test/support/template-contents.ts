import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverMigrations } from '../../src/app/migrations.js';
import type { Database } from '../../src/store/database.js';
import { migrate } from '../../src/store/migrate.js';

/** What a test database holds: the server's own tables, or also the platform with its sample data. */
export type TestContents = 'store' | 'platform';

/** The project's root directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Which contents a template of the given one begins with. */
export const baseOf: Readonly<Record<TestContents, TestContents | undefined>> = {
  store: undefined,
  platform: 'store',
};

/** Adds to a template what its base does not have yet. */
export async function fill(db: Database, contents: TestContents): Promise<void> {
  await migrate(db, serverMigrations);
  if (contents === 'store') return;
  const { prepareErp } = await import('../../samples/erp/seed.js');
  await prepareErp(db);
}

const storeSources = [
  'src/store',
  'src/app/migrations.ts',
  ...serverMigrations.map(({ directory }) => relative(root, fileURLToPath(directory))),
  'test/support/embedded-template.ts',
  'node_modules/@electric-sql/pglite/package.json',
];

/** The files each contents derive from. */
const sources: Readonly<Record<TestContents, readonly string[]>> = {
  store: storeSources,
  platform: [...storeSources, 'samples/erp'],
};

/**
 * A name that changes with everything a template is made from. The sample data leads up to the day
 * it was made, so the platform's also changes with the day.
 */
export async function templateName(contents: TestContents): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources[contents]) await addPath(hash, join(root, source));
  if (contents === 'platform') hash.update(new Date().toISOString().slice(0, 10));
  return `${contents}-${hash.digest('hex').slice(0, 16)}`;
}

async function addPath(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const names = await readdir(path).catch(() => undefined);
  if (names === undefined) {
    if (!path.endsWith('.test.ts')) hash.update(path).update(await readFile(path));
    return;
  }
  for (const name of names.sort()) await addPath(hash, join(path, name));
}
