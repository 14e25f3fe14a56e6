import { afterAll, beforeAll } from '@jest/globals';
import type { Database } from '../../src/store/database.js';
import { openChanges, type ChangesHarness, type SourceSetup } from './changes.js';
import { openTestDatabase } from './database.js';
import { startProjectsBackend, type ProjectsBackend } from './projects-backend.js';

/** Everything over an empty database, for the tests of one file. */
export interface TestChanges {
  readonly db: Database;
  readonly backend: ProjectsBackend;
  readonly harness: ChangesHarness;
}

/** Opens database, backend and harness before the tests of a file, and closes them after. */
export function useChanges(setup: SourceSetup = {}): TestChanges {
  const opened: { db?: Database; backend?: ProjectsBackend; harness?: ChangesHarness } = {};
  beforeAll(async () => {
    opened.db = await openTestDatabase('store');
    opened.backend = await startProjectsBackend();
    opened.harness = openChanges(opened.db, opened.backend, setup);
  });
  afterAll(async () => {
    await opened.harness?.catalog.close();
    await opened.backend?.close();
    await opened.db?.close();
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('it is opened before the first test only');
    return part;
  };
  return {
    get db() {
      return there(opened.db);
    },
    get backend() {
      return there(opened.backend);
    },
    get harness() {
      return there(opened.harness);
    },
  };
}
