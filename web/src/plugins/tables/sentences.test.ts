import { stockTable } from '../../../../test/fixtures/stock-table.js';
import type { Filter } from '../../../../src/platform/types.js';
import * as say from './sentences.js';
import { asTableConfig, sourceOf } from './table-columns.js';

const config = asTableConfig(stockTable())!;
const warehouse = { column: 'warehouses.code', dynamic: true, label: 'Warehouse' };
const since = '2026-03-01';

test.each<[Filter['operator'], Partial<Filter>, string]>([
  ['gt', { column: 'quantity', value: 1000 }, 'On hand is greater than 1,000'],
  ['lte', { column: 'inventory_items.quantity', value: 5 }, 'On hand is at most 5'],
  ['gte', { column: 'last_counted_at', value: since }, 'Last count is on or after 2026-03-01'],
  ['in', { column: 'status', value: ['a', 'b'] }, 'Status is one of “a” or “b”'],
  ['ilike', { column: 'sku', value: '%bolt%' }, 'SKU contains “bolt”'],
  ['like', { column: 'sku', value: 'A%' }, 'SKU begins with “A”'],
  ['like', { column: 'sku', value: 'A_1%' }, 'SKU matches “A_1%”'],
  ['is_null', { column: 'lot_number' }, 'lot number is empty'],
  ['eq', warehouse, 'Warehouse: chosen by the user'],
  ['eq', { ...warehouse, value: 'B' }, 'Warehouse is “B”, can be changed by the user'],
  ['eq', { column: 'active', value: false }, 'active is no'],
  [
    'in',
    { column: 'quantity', value: [1, 2, 3, 4, 5, 6, 7] },
    'On hand is one of 1, 2, 3, 4, 5 and 2 more',
  ],
])('%s %j reads: %s', (operator, filter, sentence) =>
  expect(say.filterSentence(config, { operator, column: '', ...filter })).toBe(sentence),
);

test('says joins, actions, colours and columns', () => {
  const [products] = sourceOf(config).select.foreign_tables ?? [];
  expect(say.joinSentence(products!)).toBe(
    'inventory.products by product_id, only rows that have one',
  );
  const map = { name: 'x', label: 'Map', url: '/m/{id}', confirm: 'Sure?' };
  expect(say.actionSentence({ ...map, action: 'link' })).toBe('Map (link to /m/{id}, asks first)');
  const [colour] = config.visual_settings.conditional_formatting ?? [];
  expect(say.formattingSentence(config, colour!)).toBe('On hand is red when it is less than 20');
  const { free, last_counted_at: counted } = config.visual_settings.columns;
  expect(say.columnSentence(config, free!)).toBe('computed, On hand − Reserved');
  expect(say.columnSentence(config, counted!)).toBe('datetime, yyyy-MM-dd HH:mm');
});
