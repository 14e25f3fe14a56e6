import { expect, test } from '@jest/globals';
import { amountsIn, isWithin } from './limits.js';

test.each([
  [60_000, 'over 25,000 EUR up to 100,000 EUR', true],
  [25_000, 'over 25,000 EUR up to 100,000 EUR', false],
  [100_000, 'bis 100.000 Euro', true],
  [7, 'at most 6.5 kg', false],
  [5, 'nothing is said of limits, and 3 of other things', undefined],
])('%d in "%s": %s', (amount, text, expected) => {
  expect(isWithin(amount, text)).toBe(expected);
});

test.each([
  ['Who approves an order of 12,000 EUR?', [12_000]],
  ['Wer gibt 2,5 kg oder 30% frei?', [2.5, 30]],
  ['How high are the fines of class 3?', []],
])('the amounts of "%s" are %j', (text, amounts) => {
  expect(amountsIn(text)).toEqual(amounts);
});
