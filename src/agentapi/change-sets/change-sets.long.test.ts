import { runFault, setFaults, setKinds } from '../../../test/support/change-set-faults.js';
import { changeSetsOf, OWNER, useChanges } from '../../../test/support/changes.js';
import { openTestDatabaseOn, testDatabaseKinds, isThin } from '../../../test/support/database.js';
import { startProjectsBackend } from '../../../test/support/projects-backend.js';
import { useOpened } from '../../../test/support/use-opened.js';
import { newId } from '../../foundation/ids.js';
import { AuditLog } from '../../store/audit-log.store.js';
import { MAX_SET } from '../../store/change-sets.store.js';
import { setState } from './set-state.js';

const ROUNDS = isThin ? 1 : 3;

describe.each(testDatabaseKinds)('the whole fault table on %s', (database) => {
  const db = useOpened(() => openTestDatabaseOn(database, 'store'));
  const backend = useOpened(startProjectsBackend);

  test.each(Object.entries(setFaults))(
    '%s: nothing is lost, nothing is doubled, and continuing ends it',
    async (_name, fault) => {
      const sums = { runs: 0, doubled: 0, lost: 0, endless: 0 };
      for (let round = 0; round < ROUNDS; round += 1)
        for (const kind of setKinds)
          for (const guarded of [false, true])
            for (let at = 1; at <= 5; at += 1) {
              // In `.ci/run` every second change is guarded.
              if (isThin && guarded !== (at % 2 === 0)) continue;
              const run = { kind, at, fault, guarded };
              const { doubled, lost, endless } = await runFault(db, backend, run);
              sums.runs += 1;
              sums.doubled += doubled;
              sums.lost += lost;
              sums.endless += endless ? 1 : 0;
            }
      expect(sums).toEqual({ runs: isThin ? 10 : 60, doubled: 0, lost: 0, endless: 0 });
    },
    120_000,
  );
});

const opened = useChanges();
test('a set of 500 changes is applied once, and takes no further one', async () => {
  const { db, backend, harness } = opened;
  const runId = newId();
  const propose = (nth: number) =>
    harness.propose(runId, 'createFlag', {
      body: { name: 'flag', project_id: nth === 1 ? 1 : `{{change_${nth - 1}.id}}` },
    });
  const { changeSetId } = await propose(1);
  for (let nth = 2; nth <= MAX_SET; nth += 1) await propose(nth);
  await expect(propose(MAX_SET + 1)).rejects.toMatchObject({ code: 'call_limit' });
  const other = changeSetsOf(harness.deps, harness.sets, harness.store);
  await Promise.all([harness.changeSets, other].map((sets) => sets.accept(OWNER, changeSetId)));
  const { set } = await harness.changeSets.accept(OWNER, changeSetId);
  expect(setState(set, harness.now)).toBe('accepted');
  expect(backend.writes).toHaveLength(MAX_SET);
  expect(await new AuditLog(db).verify()).toMatchObject({ ok: true });
}, 600_000);
