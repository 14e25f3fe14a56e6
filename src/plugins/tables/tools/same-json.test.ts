import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sameJson } from './same-json.js';

test('a value equals its copy, however its keys are ordered', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(sameJson(value, structuredClone(value))).toBe(true);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        const reversed = Object.fromEntries(Object.entries(value).toReversed());
        expect(sameJson(value, reversed)).toBe(true);
      }
    }),
  );
});

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: null }, {}],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [[], {}],
  ['1', 1],
  [null, {}],
])('%j is not %j', (a, b) => {
  expect(sameJson(a, b)).toBe(false);
  expect(sameJson(b, a)).toBe(false);
});

test('a key without a value is like no key', () => {
  expect(sameJson({ a: undefined, b: [1] }, { b: [1] })).toBe(true);
});
