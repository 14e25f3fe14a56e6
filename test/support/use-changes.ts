import type { Database } from '../../src/store/database.js';
import { openChanges, type ChangesHarness, type SourceSetup } from './changes.js';
import { openTestDatabase } from './database.js';
import { startProjectsBackend, type ProjectsBackend } from './projects-backend.js';
import { useOpened } from './use-opened.js';

/** Everything over an empty database, for the tests of one file. */
export interface TestChanges {
  readonly db: Database;
  readonly backend: ProjectsBackend;
  readonly harness: ChangesHarness;
}

/** Opens database, backend and harness before the tests of a file, and closes them after. */
export function useChanges(setup: SourceSetup = {}): TestChanges {
  return useOpened(async () => {
    const [db, backend] = [await openTestDatabase('store'), await startProjectsBackend()];
    const harness = openChanges(db, backend, setup);
    const close = async () => {
      await harness.catalog.close();
      await backend.close();
      await db.close();
    };
    return { db, backend, harness, close };
  });
}
