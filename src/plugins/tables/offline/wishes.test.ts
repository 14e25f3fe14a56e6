import { expect, test } from '@jest/globals';
import type { KnownColumn } from '../../../../samples/offline-model/kit.js';
import { readFilters, readSorts } from './filters-and-sorts.js';
import { tableLanguage } from './lexicon.js';
import { readChanges } from './wishes.js';

test.each([
  ['Department to the very front', ['move']],
  ['let the table start with Department', ['move']],
  ['Department at the beginning, ahead of Number', ['move']],
  ['move the highest ratings first', ['sort']],
  ['rating desc', ['sort']],
  ['arrange by rating in falling order', ['sort']],
  ['Hired flush right', ['align']],
  ['Segment: 180 px', ['resize']],
  ['more room for the customer, 280 pixels in width', ['resize']],
  ['City out of sight', ['hide']],
  ['make City not visible', ['hide']],
  ['make City visible', ['unhide']],
  ['on hand -> In stock', ['rename']],
  ['make the format of Ordered date instead of date and time', ['format']],
  ['show the phone as well', ['add']],
  ['exclusively urgent orders', ['filter']],
  ['lift that filter', ['filter']],
])('%s: %j', (said, kinds) => {
  expect(readChanges(tableLanguage.read(said)).map(({ kind }) => kind)).toEqual(kinds);
});

const columns: KnownColumn[] = [
  { key: 'country', type: 'string' },
  { key: 'credit_limit', type: 'number' },
  { key: 'status', type: 'status', values: ['on_hold', 'damaged'] },
  { key: 'ordered_at', type: 'datetime' },
  { key: 'expected_on', type: 'datetime' },
];

test.each([
  ['by country and inside the country the highest credit limit', ['asc', 'desc']],
  ['sort by country, then credit limit highest to lowest', ['asc', 'desc']],
  ['sort by country descending, then by the lowest credit limit', ['desc', 'asc']],
])('which way of which column: %s', (said, ways) => {
  const sorts = readSorts(tableLanguage.read(said), columns);
  expect(sorts.map(({ direction }) => direction)).toEqual(ways);
});

const filters = (said: string) => {
  const clause = tableLanguage.read(said);
  const found = readFilters({ clause, columns, today: new Date('2026-03-31T12:00:00Z') });
  return found.map(({ column, operator, value }) => [column, operator, value].join(' '));
};

test.each([
  ['status must not be damaged', ['status neq damaged']],
  ['of the previous month', ['ordered_at gte 2026-02-01', 'ordered_at lt 2026-03-01']],
  ['from the last calendar month', ['ordered_at gte 2026-02-01', 'ordered_at lt 2026-03-01']],
  ['that arrive next week', ['expected_on gte 2026-04-06', 'expected_on lt 2026-04-13']],
])('rows: %s', (said, wanted) => {
  expect(filters(said)).toEqual(wanted);
});

test('rows between two days, or by two columns at once, are not left out by leaving out each', () => {
  expect(() => filters('leave out those from last month')).toThrow(
    'leave out rows by “last month”',
  );
  expect(() => filters('hide damaged ones with a credit limit above 5')).toThrow(
    'cannot leave out',
  );
});
