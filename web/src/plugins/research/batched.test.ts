import { expect, test } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { batched } from './batched.js';

/** A flush that ends when it is told to, and how often it was started. */
function slowFlush() {
  const ends: (() => void)[] = [];
  const flush = () => new Promise<void>((resolve) => ends.push(resolve));
  return { flush, begun: () => ends.length, end: () => ends.at(-1)?.() };
}

test('a burst is one call, and what comes during a call is one more after it', async () => {
  const { flush, begun, end } = slowFlush();
  const want = batched(flush, async () => {});
  for (let count = 0; count < 5; count += 1) want();
  await turn();
  expect(begun()).toBe(1);
  want();
  want();
  await turn();
  expect(begun()).toBe(1);
  end();
  await turn();
  expect(begun()).toBe(2);
  end();
  await turn();
  expect(begun()).toBe(2);
  want();
  await turn();
  expect(begun()).toBe(3);
});
