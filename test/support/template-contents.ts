import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverMigrations } from '../../src/app/migrations.js';
import { knowledgeMigrations } from '../../src/knowledge/knowledge.js';
import type { Database } from '../../src/store/database.js';
import { migrate } from '../../src/store/migrate.js';

/** What a test database holds: the server's own tables, or also the platform with its sample data. */
export type TestContents = 'store' | 'platform';

/** The project's root directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

const migrations = [...serverMigrations, knowledgeMigrations];

/** Puts the contents into an empty database. */
export async function fill(db: Database, contents: TestContents): Promise<void> {
  await migrate(db, migrations);
  if (contents === 'store') return;
  const { prepareErp } = await import('../../samples/erp/seed.js');
  await prepareErp(db);
}

const storeSources = [
  'src/store',
  'src/app/migrations.ts',
  ...migrations.map(({ directory }) => relative(root, fileURLToPath(directory))),
  'test/support/embedded-template.ts',
  'node_modules/@electric-sql/pglite/package.json',
];

/** A name that changes with all a template is made from; the sample data leads up to its day. */
export async function templateName(contents: TestContents): Promise<string> {
  const hash = createHash('sha256');
  const sources = contents === 'store' ? storeSources : [...storeSources, 'samples/erp'];
  for (const source of sources) await addPath(hash, join(root, source));
  if (contents === 'platform') hash.update(new Date().toISOString().slice(0, 10));
  return `${contents}-${hash.digest('hex').slice(0, 16)}`;
}

async function addPath(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const names = await readdir(path).catch(() => undefined);
  for (const name of names?.sort() ?? []) await addPath(hash, join(path, name));
  if (names === undefined && !path.endsWith('.test.ts'))
    hash.update(path).update(await readFile(path));
}
