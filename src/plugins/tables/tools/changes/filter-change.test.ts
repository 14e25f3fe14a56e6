import { expect, test } from '@jest/globals';
import { stockFacts as facts, stockTable } from '../../../../../test/fixtures/stock-table.js';
import { sourceOf } from '../config-model.js';
import { changeFilters, type FilterChange } from './filter-change.js';

const base = stockTable();
const filters = (change: FilterChange) =>
  sourceOf(changeFilters(base, change, facts).config).filters;
const last = (change: Omit<FilterChange, 'operation'>) =>
  filters({ operation: 'add', ...change })?.at(-1);

const lt = { column: 'quantity', operator: 'lt' };
const CITY = { column: 'warehouses.city' };
const like = (value: string) => ({ operator: 'ilike', value });
test.each<[Omit<FilterChange, 'operation'>, object]>([
  [
    { ...lt, value: 20 },
    { ...lt, value: 20 },
  ],
  [
    { ...lt, column: 'On hand', value: '20' },
    { ...lt, value: 20 },
  ],
  [{ column: 'status', operator: 'eq', value: 'Damaged' }, { value: 'damaged' }],
  [
    { column: 'status', value: ['Reserved'] },
    { operator: 'in', value: ['reserved'] },
  ],
  [
    { column: 'status', operator: 'in', value: 'damaged, reserved' },
    { value: ['damaged', 'reserved'] },
  ],
  [{ column: 'product', operator: 'contains', value: '50%_x' }, like('%50\\%\\_x%')],
  [{ column: 'sku', operator: 'starts_with', value: 'A' }, like('A%')],
  [
    { ...CITY, value: 'Berlin' },
    { ...CITY, operator: 'eq', value: 'Berlin' },
  ],
  [{ column: 'city', value: 'Berlin' }, CITY],
  [
    { column: 'is perishable', value: 'yes' },
    { column: 'products.is_perishable', value: true },
  ],
  [{ column: 'expires_on', operator: 'gte', value: '2026-03-01' }, { value: '2026-03-01' }],
  [
    { column: 'lot_number', operator: 'is_null' },
    { column: 'lot_number', operator: 'is_null' },
  ],
  [
    { column: 'status', dynamic: true, label: 'State' },
    { dynamic: true, label: 'State' },
  ],
])('add %j', (change, expected) => {
  expect(last(change)).toMatchObject(expected);
});

test.each([
  [
    { ...lt, operator: 'like', value: '1' },
    /does not fit quantity, a number column; fitting: eq, neq/,
  ],
  [{ ...lt, value: 'few' }, /"few" is not a value of quantity, which takes a number/],
  [{ column: 'status', value: 'x' }, /takes one of available, reserved, quarantined, damaged/],
  [{ column: 'expires_on', operator: 'lt', value: 'tomorrow' }, /takes a date like/],
  [{ column: 'product_id', value: 'Bolt' }, /takes a UUID; to filter by a name, join that table/],
  [{ column: 'quantity', operator: 'lt' }, /needs "value"/],
  [{ column: 'quantity', operator: 'lt', value: [1, 2] }, /takes one value/],
  [{ column: 'quantity', operator: 'gt', value: 0 }, /already there/],
  [{ column: 'colour', value: 1 }, /no column "colour"/],
  [{}, /needs "column".*Its filters: quantity > 0/],
])('add %j is refused and says what is right', (change, message) => {
  expect(() => last(change)).toThrow(message);
});

test('remove takes all filters of the column, or the one with this operator and value', () => {
  expect(filters({ operation: 'remove', column: 'quantity' })).toHaveLength(1);
  expect(filters({ operation: 'remove', column: 'warehouse code' })).toHaveLength(1);
  const none = { operation: 'remove', column: 'quantity', operator: 'gt', value: 5 } as const;
  expect(() => filters(none)).toThrow(/no such filter.*quantity > 0/);
});

test('replace puts one in place of all on the column', () => {
  expect(filters({ operation: 'replace', column: 'quantity', operator: 'lt', value: 5 })).toEqual([
    sourceOf(base).filters?.[1],
    { column: 'quantity', operator: 'lt', value: 5 },
  ]);
});

test('clear removes all, once', () => {
  const cleared = changeFilters(base, { operation: 'clear' }, facts).config;
  expect(sourceOf(cleared).filters).toEqual([]);
  expect(() => changeFilters(cleared, { operation: 'clear' }, facts)).toThrow('has no filters');
});
