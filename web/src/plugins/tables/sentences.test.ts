import { expect, test } from '@jest/globals';
import { stockTable } from '../../../../test/fixtures/stock-table.js';
import type { Filter } from '../../../../src/platform/types.js';
import {
  actionSentence,
  columnSentence,
  filterSentence,
  formattingSentence,
  joinSentence,
} from './sentences.js';
import { asTableConfig, sourceOf } from './table-columns.js';

const config = asTableConfig(stockTable())!;

test.each<[Filter, string]>([
  [{ column: 'quantity', operator: 'gt', value: 1000 }, 'On hand is greater than 1,000'],
  [{ column: 'inventory_items.quantity', operator: 'lte', value: 5 }, 'On hand is at most 5'],
  [
    { column: 'last_counted_at', operator: 'gte', value: '2026-03-01' },
    'Last count is on or after 2026-03-01',
  ],
  [{ column: 'status', operator: 'in', value: ['a', 'b'] }, 'Status is one of “a” or “b”'],
  [{ column: 'sku', operator: 'ilike', value: '%bolt%' }, 'SKU contains “bolt”'],
  [{ column: 'sku', operator: 'like', value: 'A%' }, 'SKU begins with “A”'],
  [{ column: 'sku', operator: 'like', value: 'A_1%' }, 'SKU matches “A_1%”'],
  [{ column: 'lot_number', operator: 'is_null' }, 'lot number is empty'],
  [
    { column: 'warehouses.code', operator: 'eq', dynamic: true, label: 'Warehouse' },
    'Warehouse: chosen by the user',
  ],
  [
    { column: 'warehouses.code', operator: 'eq', value: 'B', dynamic: true, label: 'Warehouse' },
    'Warehouse is “B”, can be changed by the user',
  ],
  [{ column: 'active', operator: 'eq', value: false }, 'active is no'],
  [
    { column: 'quantity', operator: 'in', value: [1, 2, 3, 4, 5, 6, 7] },
    'On hand is one of 1, 2, 3, 4, 5 and 2 more',
  ],
])('%j reads: %s', (filter, sentence) => {
  expect(filterSentence(config, filter)).toBe(sentence);
});

test('says joins, actions, colours and columns', () => {
  const [products] = sourceOf(config).select.foreign_tables ?? [];
  expect(joinSentence(products!)).toBe('inventory.products by product_id, only rows that have one');
  expect(
    actionSentence({ name: 'x', label: 'Map', action: 'link', url: '/m/{id}', confirm: 'Sure?' }),
  ).toBe('Map (link to /m/{id}, asks first)');
  const [colour] = config.visual_settings.conditional_formatting ?? [];
  expect(formattingSentence(config, colour!)).toBe('On hand is red when it is less than 20');
  const { free, last_counted_at: counted } = config.visual_settings.columns;
  expect(columnSentence(config, free!)).toBe('computed, On hand − Reserved');
  expect(columnSentence(config, counted!)).toBe('datetime, yyyy-MM-dd HH:mm');
});
