import { HandTimer } from '../../test/support/runs.js';
import { repeat, Deadline } from './clock.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('tells of the first failure of a row only', async () => {
  const outcomes = ['no', 'no', 'no', undefined, 'again', 'again'];
  const failures: unknown[] = [];
  const work = async () => {
    const outcome = outcomes.shift();
    if (outcome !== undefined) throw new Error(outcome);
  };
  const stop = repeat(100, work, (error) => failures.push(error));
  await jest.advanceTimersByTimeAsync(600);
  stop();
  expect(failures).toEqual([new Error('no'), new Error('again')]);
});

test('repeats, never twice at once, continues after a failure, and ends', async () => {
  let begun = 0;
  const ends: (() => void)[] = [];
  const failures: unknown[] = [];
  const stop = repeat(
    100,
    () => {
      begun += 1;
      if (begun === 2) return Promise.reject(new Error('no'));
      return new Promise((resolve) => void ends.push(resolve));
    },
    (error) => failures.push(error),
  );
  await jest.advanceTimersByTimeAsync(350);
  expect(begun).toBe(1);
  ends.pop()?.();
  await jest.advanceTimersByTimeAsync(100);
  expect([begun, failures]).toEqual([2, [new Error('no')]]);
  await jest.advanceTimersByTimeAsync(100);
  expect(begun).toBe(3);
  ends.pop()?.();
  stop();
  await jest.advanceTimersByTimeAsync(1000);
  expect(begun).toBe(3);
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
