import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { HandTimer } from '../../test/support/runs.js';
import { repeat, Deadline } from './clock.js';

test('repeats a while after each end, tells of the first failure of a row only, and ends', async () => {
  const time = new HandTimer();
  const outcomes = ['no', 'no', undefined, 'again', 'again'];
  const failures: unknown[] = [];
  const work = async () => {
    const outcome = outcomes.shift();
    if (outcome !== undefined) throw new Error(outcome);
  };
  const how = { firstMs: 7, timer: time.timer };
  const stop = repeat(100, work, (error) => failures.push(error), how);
  const waited: number[] = [];
  while (outcomes.length > 0) {
    waited.push(...time.set.map(({ ms }) => ms));
    time.fire();
    expect(time.set).toEqual([]);
    await turnOfLoop();
  }
  expect([waited, failures]).toEqual([
    [7, 100, 100, 100, 100],
    [new Error('no'), new Error('again')],
  ]);
  time.fire();
  stop();
  await turnOfLoop();
  expect(time.set).toEqual([]);
});

test('a limit that is paused cannot run out, and runs whole again after the last pause', () => {
  const time = new HandTimer();
  const deadline = new Deadline(new AbortController().signal, time.timer);
  const late = new Error('late');
  deadline.start(5, () => late);
  const first = deadline.pause();
  const second = deadline.pause();
  // A limit that begins while it is paused waits too.
  deadline.start(5, () => late);
  expect(time.set).toEqual([]);
  first();
  first();
  expect(time.set).toEqual([]);
  second();
  time.fire();
  expect(deadline.signal.reason).toBe(late);
});

test('it ends with its parent, until it is stopped', () => {
  const parent = new AbortController();
  const [open, stopped] = [1, 2].map(() => new Deadline(parent.signal, new HandTimer().timer));
  stopped?.stop();
  parent.abort('gone');
  expect([open, stopped, new Deadline(parent.signal, new HandTimer().timer)]).toMatchObject([
    { signal: { aborted: true, reason: 'gone' } },
    { signal: { aborted: false } },
    { signal: { aborted: true, reason: 'gone' } },
  ]);
});

test('a limit that was stopped stays stopped, whatever was paused', () => {
  const time = new HandTimer();
  const deadline = new Deadline(new AbortController().signal, time.timer);
  deadline.start(5, () => new Error('late'));
  const resume = deadline.pause();
  deadline.stop();
  resume();
  expect(time.set).toEqual([]);
});
