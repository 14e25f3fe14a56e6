import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runFault, setFaults, setKinds } from '../../../test/support/change-set-faults.js';
import { openTestDatabaseOn, testDatabaseKinds } from '../../../test/support/database.js';
import {
  startProjectsBackend,
  type ProjectsBackend,
} from '../../../test/support/projects-backend.js';
import type { Database } from '../../store/database.js';

const ROUNDS = 3;

describe.each(testDatabaseKinds)('the whole fault table on %s', (database) => {
  let db: Database;
  let backend: ProjectsBackend;
  beforeAll(async () => {
    db = await openTestDatabaseOn(database, 'store');
    backend = await startProjectsBackend();
  });
  afterAll(async () => {
    await backend.close();
    await db.close();
  });

  test.each(Object.entries(setFaults))(
    '%s: nothing is lost, nothing is doubled, and continuing ends it',
    async (_name, fault) => {
      const sums = { runs: 0, doubled: 0, lost: 0, endless: 0 };
      for (let round = 0; round < ROUNDS; round += 1)
        for (const kind of setKinds)
          for (const guarded of [false, true])
            for (let at = 1; at <= 5; at += 1) {
              const { doubled, lost, endless } = await runFault(db, backend, {
                kind,
                at,
                fault,
                guarded,
              });
              sums.runs += 1;
              sums.doubled += doubled;
              sums.lost += lost;
              sums.endless += endless ? 1 : 0;
            }
      expect(sums).toEqual({ runs: 20 * ROUNDS, doubled: 0, lost: 0, endless: 0 });
    },
    120_000,
  );
});
