import { expect, test } from '@jest/globals';
import { deferred } from '../../../test/support/deferred.js';
import { HandTimer } from '../../../test/support/runs.js';
import { LiveRun } from './live-run.js';

/** A run whose only reader has left, at the moment when other servers are asked whether they have one. */
function leftAlone() {
  const hand = new HandTimer();
  const asked = deferred<boolean>();
  const grace = { graceMs: 30_000, timer: hand.timer, watchedElsewhere: () => asked.promise };
  const run = new LiveRun({ id: 'run-1', userId: 'user-1' }, grace, () => {});
  run.attach(AbortSignal.abort());
  hand.fire();
  return { hand, asked, run };
}

test.each([
  ['no server', false],
  ['another server', true],
])(
  'who comes and leaves while %s is found to read it has the whole grace time',
  async (_, read) => {
    const { hand, asked, run } = leftAlone();
    run.attach(AbortSignal.abort());
    asked.resolve(read);
    await new Promise((resolve) => setImmediate(resolve));
    expect(run.signal.aborted).toBe(false);
    expect(hand.set.map(({ ms }) => ms)).toEqual([30_000]);
  },
);

test('who comes while the others are asked and stays keeps it going; nobody else ends it', async () => {
  const { hand, asked, run } = leftAlone();
  run.attach(new AbortController().signal);
  asked.resolve(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect([run.signal.aborted, hand.set]).toEqual([false, []]);
});
