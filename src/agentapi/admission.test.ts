import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { HandTimer } from '../../test/support/runs.js';
import { RequestShares, defaultAdmissionLimits, RunRegistry } from './admission.js';
import { LiveRun } from './runs/run-reader.js';

function take(admission: RunRegistry, user: string): (() => void) | string {
  try {
    return admission.take(user);
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('whatever is taken and given back, in any order and twice, the counts are right', async () => {
  const step = fc.record({ user: fc.constantFrom('a', 'b', 'c'), give: fc.nat({ max: 8 }) });
  await holds([fc.array(step, { maxLength: 60 })], (steps) => {
    const admission = new RunRegistry({ maxRunsPerUser: 2, maxRuns: 4 });
    const held: { user: string; leave: () => void }[] = [];
    for (const { user, give } of steps) {
      const own = held.filter((place) => place.user === user).length;
      const expected = own >= 2 ? 'too_many_runs' : held.length >= 4 ? 'server_busy' : 'place';
      const place = take(admission, user);
      expect(typeof place === 'string' ? place : 'place').toBe(expected);
      if (typeof place !== 'string') held.push({ user, leave: place });
      const [gone] = held.splice(give, 1);
      gone?.leave();
      gone?.leave();
    }
  });
});

test('a user at the limit is refused, and nobody else', () => {
  const shares = new RequestShares(2);
  const first = shares.take('noisy');
  shares.take('noisy');
  expect(() => shares.take('noisy')).toThrow(
    'You have 2 costly requests under way, the most that one user may have at once.',
  );
  expect(shares.take('quiet')).toBeInstanceOf(Function);
  first();
  expect(shares.take('noisy')).toBeInstanceOf(Function);
});

test('a place is given back once', () => {
  const shares = new RequestShares(1);
  const place = shares.take('mara');
  place();
  shares.take('mara');
  place();
  expect(() => shares.take('mara')).toThrow('You have 1 costly requests');
});

function run(id: string): LiveRun {
  const grace = { graceMs: 1000, timer: new HandTimer().timer };
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
  expect(registry.ids.length).toBe(1);
});

test('a run admitted before the stop and started after it is aborted too', async () => {
  const registry = new RunRegistry(defaultAdmissionLimits);
  registry.take('user-1');
  await registry.stop(10);
  const late = run('late');
  registry.add(late);
  expect(late.stop.signal.reason).toMatchObject({ code: 'shutting_down' });
});
