import { expect, test } from '@jest/globals';
import { openingOf } from './list-openings.js';

const fines = [
  '(1) Ordnungswidrig handelt, wer vorsätzlich oder fahrlässig',
  '1. einer Rechtsverordnung nach',
  'a) § 6 Absatz 3,',
  'b) § 24',
  'zuwiderhandelt,',
  '2. entgegen § 127 Absatz 1 Satz 1 eine Messung nicht veranlasst.',
  '(2) Die Ordnungswidrigkeit kann geahndet werden.',
];

test.each([
  [0, []],
  [1, [0]],
  [3, [0, 1]],
  [4, []],
  [5, [0]],
  [6, []],
])('line %i continues %j', (at, opening) => {
  expect(openingOf(fines, at)).toEqual(opening);
});

test('an English list continues its sentence, and one at the beginning nothing', () => {
  expect(openingOf(['(a) The office may order', '(1) that it leaves,'], 1)).toEqual([]);
  expect(openingOf(['In this ordinance', '(a) a vessel is any craft;', '(b) a berth'], 2)).toEqual([
    0,
  ]);
  expect(openingOf(['1. one', '2. two'], 1)).toEqual([]);
});
