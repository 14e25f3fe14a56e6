import { expect, test } from '@jest/globals';
import { stockFacts as facts, stockTable } from '../../../../../test/fixtures/stock-table.js';
import { sourceOf } from '../config-model.js';
import { changeSort, type SortChange } from './sort-change.js';

const base = stockTable();
const sorted = (change: SortChange) => sourceOf(changeSort(base, change, facts).config).sort;

test('set replaces the order, first is most important', () => {
  const sorts = [{ column: 'On hand', direction: 'desc' }, { column: 'warehouses.city' }] as const;
  expect(sorted({ operation: 'set', sorts })).toEqual([
    { column: 'quantity', direction: 'desc' },
    { column: 'warehouses.city', direction: 'asc' },
  ]);
});

test('add goes last and follows the numbering', () => {
  expect(sorted({ operation: 'add', sorts: [{ column: 'sku' }] })).toEqual([
    ...(sourceOf(base).sort ?? []),
    { column: 'sku', direction: 'asc', priority: 3 },
  ]);
});

test('add of a column already sorted by turns its direction', () => {
  const sorts = [{ column: 'inventory_items.quantity', direction: 'asc' }] as const;
  expect(sorted({ operation: 'add', sorts })?.[1]).toEqual({
    column: 'quantity',
    direction: 'asc',
    priority: 2,
  });
});

test('remove and clear', () => {
  expect(sorted({ operation: 'remove', sorts: [{ column: 'product' }] })).toHaveLength(1);
  expect(sorted({ operation: 'clear', sorts: [] })).toEqual([]);
});

test.each([
  [
    { operation: 'remove', sorts: [{ column: 'sku' }] },
    /not sorted by "sku" but by product_name ascending, quantity descending/,
  ],
  [{ operation: 'set', sorts: [] }, /needs "column"/],
  [{ operation: 'set', sorts: [{ column: 'colour' }] }, /no column "colour"/],
] as [SortChange, RegExp][])('%j is refused', (change, message) => {
  expect(() => sorted(change)).toThrow(message);
});
