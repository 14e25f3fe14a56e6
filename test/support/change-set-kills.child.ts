import { once } from 'node:events';
import { type FaultRun, continueToEnd, proposeSet } from './change-set-faults.js';
import { changeSetsOf, openChanges, OWNER } from './changes.js';
import { type ChangeKind, createChangeKinds } from '../../src/agenttools/changes/change-kind.js';
import { httpRequestKind } from '../../src/agenttools/changes/http-request/http-request-kind.js';
import { openDatabase } from '../../src/store/open-database.js';

// A server's services over a database that stays: applies a set and stops at a point, where it is killed; or, given a
// set, continues it to its end. Prints a line of JSON for each.

const [place = '', url = '', kind = '', keys = '', at = '', point = '', known = ''] =
  process.argv.slice(2);
const isUrl = place.startsWith('postgres:');
const databaseUrl = isUrl ? place : undefined;
const db = await openDatabase({ databaseUrl, dataDir: isUrl ? '' : place });
const harness = openChanges(db, { url }, { keys: keys === 'true', timeoutMs: 60_000 });

async function stop(): Promise<never> {
  console.log(JSON.stringify({ stopped: true }));
  await once(process.stdin, 'never');
  throw new Error('it was not killed');
}

if (known === '') {
  const { setId, ids } = await proposeSet(harness, kind as FaultRun['kind']);
  console.log(JSON.stringify({ setId }));
  const victim = ids[Number(at) - 1];
  const stopping: ChangeKind = {
    ...httpRequestKind,
    apply: async (write, exactText, targetId, change) => {
      const isVictim = change.previewId === victim;
      if (isVictim && point === 'before the send') return stop();
      const end = await httpRequestKind.apply(write, exactText, targetId, change);
      return isVictim && point === 'after the answer' ? stop() : end;
    },
  };
  const { deps, sets, store } = harness;
  const killed = changeSetsOf({ ...deps, kinds: createChangeKinds([stopping]) }, sets, store);
  await killed.accept(OWNER, setId);
} else {
  console.log(JSON.stringify(await continueToEnd(harness, known)));
  await harness.catalog.close();
  await db.close();
}
