import { expect, test } from '@jest/globals';
import { headerOf } from './headers.js';
import { singular } from './changes/select-column.js';

test.each([
  ['unit_price', 'Unit Price'],
  ['customer_id', 'Customer ID'],
  ['sku', 'SKU'],
  ['_odd__name ', 'Odd Name'],
  ['expires_on', 'Expires On'],
])('%s is headed %s', (name, header) => {
  expect(headerOf(name)).toBe(header);
});

test.each([
  ['suppliers', 'supplier'],
  ['categories', 'category'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['order_lines', 'order_line'],
  ['status', 'status'],
  ['warehouses', 'warehouse'],
])('one of %s is a %s', (plural, one) => {
  expect(singular(plural)).toBe(one);
});
