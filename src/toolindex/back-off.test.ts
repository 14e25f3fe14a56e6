import { expect, it } from '@jest/globals';
import { backOffMs, defaultBackOff } from './back-off.js';
import { EmbedApiError } from './embedders/http/refusal.js';

const withRandom = (value: number) => ({ ...defaultBackOff, random: () => value });

it('doubles from 5 s to 60 s, and takes the half to the whole of a step', () => {
  const waits = [1, 2, 3, 4, 5, 6, 50].map((failures) =>
    backOffMs(failures, undefined, withRandom(1)),
  );
  expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  expect(backOffMs(2, undefined, withRandom(0))).toBe(5000);
  expect(backOffMs(2, undefined, withRandom(0.5))).toBe(7500);
});

it('waits at least as long as the API asks for, but never more than a quarter of an hour', () => {
  const asked = (ms: number) => new EmbedApiError('slow down', 429, ms);
  expect(backOffMs(1, asked(34_400), withRandom(1))).toBe(34_400);
  expect(backOffMs(1, asked(10), withRandom(1))).toBe(5000);
  expect(backOffMs(1, asked(86_400_000), withRandom(1))).toBe(900_000);
});
