import { ServerResponse } from 'node:http';
import * as v8 from 'node:v8';
import { LiveRun } from '../../src/agentapi/runs/run-reader.js';
import { RunScratch } from '../../src/agenttools/run-scratch.js';
import { deferred } from '../support/deferred.js';
import { playing, says, ScriptedModel, waitsFor } from '../support/scripted-model.js';
import { readStream, useServer } from '../support/server.js';

/* What the server holds once streams are over: nothing of them. */

const STREAMS = 300;
const server = useServer(() => {
  return { env: { MAX_RUNS_PER_USER: '1000', MAX_RUNS: '1000', RUN_GRACE_S: '0' }, llm };
});
let held = deferred<void>();
const llm = playing(
  () => new ScriptedModel([[says('Hold on'), waitsFor(held.promise), says('x'.repeat(2_000))]]),
);

/** So many streams at once, of which every other one's client leaves. */
async function streams(): Promise<void> {
  held = deferred();
  const leave = new AbortController();
  const open = await Promise.all(
    Array.from({ length: STREAMS }, async (_, at) => {
      const body = { message: `hi ${at}`, context_type: 'workflow' };
      const init = at % 2 === 0 ? {} : { signal: leave.signal };
      const stream = readStream(await server.post(body, init));
      await stream.next();
      return stream;
    }),
  );
  leave.abort();
  held.resolve();
  const toEnd = async (stream: (typeof open)[number]) => {
    while (!(await stream.next()).done);
  };
  // Where its client has left it breaks.
  await Promise.allSettled(open.map(toEnd));
}

/** How many there are of what streams are made of; counting collects garbage first. */
function count(made: object): number {
  return Number(v8.queryObjects(made as never, { format: 'count' }));
}

test('of streams that are over nothing is held', async () => {
  for (const round of [1, 2]) {
    await streams();
    expect([round, count(LiveRun), count(RunScratch)]).toEqual([round, 0, 0]);
  }
  // An idle connection keeps the last response it had.
  expect(count(ServerResponse)).toBeLessThanOrEqual(STREAMS);
}, 300_000);
