import { expect, test } from '@jest/globals';
import { isNumeric, sortRows } from './sort-rows.js';

const rows = (...texts: string[]) => texts.map((text) => ({ texts: [text] }));
const sorted = (texts: string[], down = false) =>
  sortRows(rows(...texts), { column: 0, down }).map(({ texts: [text] }) => text);

test.each([
  [
    ['9,000', '80', '1,200.50'],
    ['80', '1,200.50', '9,000'],
  ],
  [
    ['1.200,50', '80,5', '3.000.000'],
    ['80,5', '1.200,50', '3.000.000'],
  ],
  [
    ['€ 12', '-3 %', '', '7'],
    ['-3 %', '7', '€ 12', ''],
  ],
  [
    ['2026-02-01', '2025-12-31'],
    ['2025-12-31', '2026-02-01'],
  ],
  [
    ['Item 10', 'Item 9', 'item 1'],
    ['item 1', 'Item 9', 'Item 10'],
  ],
])('%j is sorted as people read it', (given, wanted) => {
  expect(sorted(given)).toEqual(wanted);
});

test('empty cells stay last either way, and dates and versions are no numbers', () => {
  expect(sorted(['', '1', '2'], true)).toEqual(['2', '1', '']);
  expect(isNumeric(rows('1.2.3'), 0)).toBe(false);
  expect(isNumeric(rows('01.02.2026'), 0)).toBe(false);
  expect(isNumeric(rows('12', '', '1,5'), 0)).toBe(true);
});
