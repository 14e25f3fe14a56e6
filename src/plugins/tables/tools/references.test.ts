import { stockFacts as facts, stockTable } from '../../../../test/fixtures/stock-table.js';
import { findKey, findColumn, refersTo, configColumns, headerOf } from './references.js';
import { singular } from './facts.js';

const config = stockTable();
const places = configColumns(config, facts);

test('a place has the shortest reference that means nothing else', () => {
  const references = places.map((place) => place.reference);
  expect(new Set(references).size).toBe(references.length);
  const some = ['quantity', 'lot_number', 'product_name', 'products.unit_price'];
  expect(references).toEqual(expect.arrayContaining(some));
  for (const place of places) expect(refersTo(places, place.reference, place)).toBe(true);
});

test('a bare name that a key has taken is written with its table', () => {
  const shadowed = stockTable();
  const [products] = shadowed.data_source[0].select.foreign_tables ?? [];
  products?.columns.push({ name: 'unit_price', alias: 'lot_number' });
  shadowed.visual_settings.columns['lot_number'] = { header: 'Price', type: 'number' };
  const lots = configColumns(shadowed, facts).filter(({ column }) => column.name === 'lot_number');
  expect(lots).toMatchObject([{ reference: 'inventory_items.lot_number' }]);
});

describe('findColumn', () => {
  test.each([
    ['products.name', 'product_name'],
    ['inventory.products.name', 'product_name'],
    ['inventory_items.quantity', 'quantity'],
    ['unit price', 'products.unit_price'],
    ['Lot number', 'lot_number'],
    ['expires', 'expires_on'],
  ])('%s means %s', (wanted, reference) =>
    expect(findColumn(places, wanted)).toMatchObject({ reference }),
  );

  test('several candidates are all named', () =>
    expect(() => findColumn(places, 'unit')).toThrow(/more than one column: .*unit_cost/));

  test('a typo is answered with the right name', () =>
    expect(() => findColumn(places, 'quantitty')).toThrow(/Close names: quantity/));
});

test('what the table does not show is not a key', () =>
  expect(() => findKey(config, 'lot_number')).toThrow(/Its columns: .*operation "add"/));

test.each([
  ['unit_price', 'Unit Price'],
  ['customer_id', 'Customer ID'],
  ['sku', 'SKU'],
  ['_odd__name ', 'Odd Name'],
  ['expires_on', 'Expires On'],
])('%s is headed %s', (name, header) => expect(headerOf(name)).toBe(header));

test.each([
  ['suppliers', 'supplier'],
  ['categories', 'category'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['order_lines', 'order_line'],
  ['status', 'status'],
  ['warehouses', 'warehouse'],
])('one of %s is a %s', (plural, one) => expect(singular(plural)).toBe(one));
