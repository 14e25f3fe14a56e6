import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/store/database.js';
import { openEmbedded } from '../../src/store/embedded.js';
import { migrate, storeMigrations } from '../../src/store/migrate.js';

/** A migrated database of its own for one test file; `close` also removes its files. */
export async function openTestDatabase(): Promise<Database> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-test-'));
  const db = await openEmbedded(directory);
  await migrate(db, storeMigrations);
  return {
    ...db,
    close: async () => {
      await db.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
