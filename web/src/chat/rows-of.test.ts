import { expect, test } from '@jest/globals';
import { ExactNumber } from '../../../src/foundation/exact-number.js';
import { rowsOf } from './rows-of.js';

test('finds the rows of a list, also inside an answer, with the digits of their numbers', () => {
  const items = [
    { id: new ExactNumber('9007199254740993'), name: 'Ada', address: { city: 'Graz' } },
    { id: 2, active: false },
  ];
  const found = {
    columns: ['id', 'name', 'active'],
    rows: [
      ['9007199254740993', 'Ada', ''],
      ['2', '', 'false'],
    ],
    more: 0,
  };
  expect(rowsOf(items)).toEqual(found);
  expect(rowsOf({ total: 2, items, notes: ['a'] })).toEqual(found);
});

test.each([['text'], [[]], [[1, 2]], [{ a: [{ x: 1, y: 1 }], b: [{ x: 1, y: 1 }] }], [[{ x: 1 }]]])(
  '%j is no table',
  (value) => {
    expect(rowsOf(value)).toBeUndefined();
  },
);
