import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { repeat } from './clock.js';

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
