import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { stockTable } from '../../../../test/fixtures/stock-table.js';

import { asTableConfig, columnsOf, nameOfReference, nextSort, sortsOf } from './table-columns.js';

const config = asTableConfig(stockTable())!;

test('columns come in the order of the page, hidden ones last, each with its origin', () =>
  expect(columnsOf(config).map(({ key, source }) => `${key} ← ${source}`)).toEqual([
    'product_name ← products.name',
    'sku ← products.sku',
    'warehouse_name ← warehouses.name',
    'quantity ← inventory_items.quantity',
    'reserved_quantity ← inventory_items.reserved_quantity',
    'free ← undefined',
    'status ← inventory_items.status',
    'last_counted_at ← inventory_items.last_counted_at',
    'id ← inventory_items.id',
  ]));

test('references are called by their headers', () => {
  expect(nameOfReference(config, 'products.name')).toBe('Product');
  expect(nameOfReference(config, 'warehouses.code')).toBe('warehouses code');
  expect(sortsOf(config).map(({ column }) => column)).toEqual(['product_name', 'quantity']);
});

test('whatever is no table is none, and what is one can be drawn', async () => {
  await holds([fc.jsonValue()], (value) => {
    const table = asTableConfig(value);
    if (table !== undefined) columnsOf(table);
  });
  const cut = [{ data_source: [] }, { visual_settings: { columns: { a: 1 } } }];
  for (const part of cut) expect(asTableConfig({ ...stockTable(), ...part })).toBeUndefined();
});

const up = { column: 'a', direction: 'asc' } as const;
const down = { column: 'a', direction: 'desc' } as const;
test.each([
  [undefined, undefined, 'a', up],
  [up, undefined, 'a', down],
  [down, undefined, 'a', undefined],
  [undefined, up, 'a', down],
  [down, up, 'a', undefined],
  [down, up, 'b', { ...up, column: 'b' }],
])('on a header of a table sorted by %j, of its own %j, a click on %s: %j', (now, own, key, next) =>
  expect(nextSort(now, own, key)).toEqual(next),
);
