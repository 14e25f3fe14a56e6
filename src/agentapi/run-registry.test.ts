import { expect, test } from '@jest/globals';
import { HandTimer } from '../../test/support/runs.js';
import { defaultAdmissionLimits } from './admission.js';
import { RunRegistry } from './run-registry.js';
import { LiveRun } from './runs/live-run.js';

function run(id: string): LiveRun {
  const { timer } = new HandTimer();
  const grace = { graceMs: 1000, timer, watchedElsewhere: async () => false };
  return new LiveRun({ id, userId: 'user-1' }, grace, () => {});
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('stopping also waits for readers that have not got the end yet', async () => {
  const registry = new RunRegistry(defaultAdmissionLimits);
  const read = run('a');
  const closed = new AbortController();
  registry.add(read);
  read.attach(closed.signal);
  read.end(1);
  let stopped = false;
  const stop = registry.stop(60_000).then(() => (stopped = true));
  await turn();
  expect(stopped).toBe(false);
  closed.abort();
  await stop;
});

test('a run that never ends is waited for no longer than the grace time', async () => {
  const registry = new RunRegistry(defaultAdmissionLimits);
  registry.add(run('stuck'));
  // The registry's own timer keeps nothing alive; something must while we wait for it.
  const alive = setInterval(() => {}, 1000);
  await registry.stop(20);
  clearInterval(alive);
  expect(registry.size).toBe(1);
});

test('a run admitted before the stop and started after it is aborted too', async () => {
  const registry = new RunRegistry(defaultAdmissionLimits);
  registry.admit('user-1');
  await registry.stop(10);
  const late = run('late');
  registry.add(late);
  expect(late.signal.reason).toMatchObject({ code: 'shutting_down' });
});
