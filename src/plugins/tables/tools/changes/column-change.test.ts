import { stockFacts as facts, stockTable } from '../../../../../test/fixtures/stock-table.js';
import { joinsOf, keyOf, sourceOf, type TableConfig } from '../config-model.js';
import { visibleKeys } from '../layout.js';
import { changeColumns, type ColumnChange } from './column-change.js';

const base = stockTable();
const change = (operation: ColumnChange['operation'], more: Partial<ColumnChange>) =>
  changeColumns(base, { operation, columns: [], ...more }, facts).config;
const on = (config: TableConfig, key: string) => config.visual_settings.columns[key];

describe('add', () => {
  test('a column of the source: selection and looks', () => {
    const config = change('add', { columns: ['unit_cost'] });
    expect(sourceOf(config).select.columns.at(-1)).toEqual({ name: 'unit_cost' });
    const looks = { type: 'number', align: 'right', order: 9 };
    expect(on(config, 'unit_cost')).toEqual({ name: 'unit_cost', header: 'Unit Cost', ...looks });
  });

  test('a date gets a pattern', () => {
    const config = change('add', { columns: ['expires on'] });
    expect(on(config, 'expires_on')?.format).toEqual({ type: 'date', pattern: 'yyyy-MM-dd' });
  });

  test('a column of a joined table gets a key of its own', () => {
    const config = change('add', { columns: ['warehouses.city', 'products.unit_price'] });
    const city = { name: 'city', alias: 'warehouse_city', table_column: 'warehouses.city' };
    expect(joinsOf(config)[1]?.columns.at(-1)).toEqual(city);
    expect(on(config, 'product_unit_price')?.header).toBe('Product Unit Price');
  });

  test('where and how it is asked for', () => {
    const looks = { header: 'Cost', width: 90 };
    const asked = { ...looks, format: 'currency', before: 'SKU' } as const;
    const config = change('add', { columns: ['unit_cost'], ...asked });
    expect(visibleKeys(config).slice(0, 3)).toEqual(['product_name', 'unit_cost', 'sku']);
    const format = { type: 'currency', currency: 'EUR', precision: 2 };
    expect(on(config, 'unit_cost')).toMatchObject({ ...looks, format });
  });

  test('a hidden column is shown instead', () =>
    expect(on(change('add', { columns: ['id'] }), 'id')?.hidden).toBeUndefined());

  test('a computed column names keys', () => {
    const compute = { operation: 'multiply' as const, columns: ['On hand', 'reserved_quantity'] };
    const config = change('add', { columns: ['Stock value'], compute });
    const keys = { operation: 'multiply', columns: ['quantity', 'reserved_quantity'] };
    const looks = { type: 'computed', header: 'Stock Value', order: 9 };
    expect(on(config, 'stock_value')).toMatchObject({ ...looks, compute: keys });
  });
});

const counted = (type: string, pattern: string) => ({
  last_counted_at: { format: { type, pattern } },
});
test.each([
  ['rename', { columns: ['On hand'], header: 'Stock' }, { quantity: { header: 'Stock' } }],
  ['width', { columns: ['sku'], width: 77 }, { sku: { width: 77 } }],
  ['align', { columns: ['status'], align: 'center' }, { status: { align: 'center' } }],
  ['format', { columns: ['last count'], pattern: 'dd.MM.yyyy' }, counted('datetime', 'dd.MM.yyyy')],
  ['format', { columns: ['last count'], format: 'date' }, counted('date', 'yyyy-MM-dd')],
  ['format', { columns: ['quantity'], precision: 2 }, { quantity: { format: { precision: 2 } } }],
  ['retype', { columns: ['status'], type: 'string' }, { status: { type: 'string' } }],
  ['edit', { columns: ['sku'], editable: 'text' }, { sku: { editable: { type: 'text' } } }],
] as const)('%s %j', (operation, more, expected) => {
  expect(change(operation, more).visual_settings.columns).toMatchObject(expected);
});

test('a foreign key becomes a lookup of the label', () => {
  const added = changeColumns(base, { operation: 'add', columns: ['warehouse_id'] }, facts).config;
  const retype = { operation: 'retype', columns: ['warehouse_id'], type: 'lookup' } as const;
  const warehouses = { schema: 'inventory', table: 'warehouses' };
  const lookup = { ...warehouses, value_column: 'id', label_column: 'name' };
  const { config } = changeColumns(added, retype, facts);
  expect(on(config, 'warehouse_id')).toMatchObject({ type: 'lookup', lookup });
});

test.each([
  ['move', { columns: ['status'], position: 1 }, ['status', 'product_name', 'sku']],
  ['move', { columns: ['sku'], after: 'warehouse' }, ['product_name', 'warehouse_name', 'sku']],
  ['move', { columns: ['free'], before: 'product' }, ['free', 'product_name', 'sku']],
  ['reorder', { columns: ['free', 'sku'] }, ['free', 'sku', 'product_name']],
] as const)('%s %j', (operation, more, first) => {
  const config = change(operation, more);
  expect(visibleKeys(config).slice(0, 3)).toEqual(first);
  expect(visibleKeys(config)).toHaveLength(visibleKeys(base).length);
});

describe('remove', () => {
  test('filters and sorts on it stay and name the database column', () => {
    const config = change('remove', { columns: ['product_name'] });
    expect(sourceOf(config).sort?.[0]?.column).toBe('products.name');
    expect(sourceOf(config).filters).toEqual(sourceOf(base).filters);
    expect(joinsOf(config)[0]?.columns.map(keyOf)).toEqual(['sku']);
  });

  test('colours on it go and are named', () => {
    const without = changeColumns(base, { operation: 'remove', columns: ['free'] }, facts).config;
    const removed = changeColumns(without, { operation: 'remove', columns: ['quantity'] }, facts);
    expect(removed.config.visual_settings.conditional_formatting).toEqual([]);
    const colours = 'removed the colours that depended on quantity';
    expect(removed.summary).toEqual(['removed quantity', colours]);
  });
});

test.each([
  ['remove', { columns: ['quantity'] }, /the computed column "free" needs its value.*hide/],
  ['remove', { columns: ['id'] }, /the link on "product_name" needs its value/],
  ['remove', { columns: ['supplier'] }, /no column "supplier".*Its columns: /],
  ['add', { columns: ['sku'] }, /already in the table/],
  ['add', { columns: ['supplier name'] }, /no column "supplier name".*apply_join_change/],
  ['show', { columns: ['sku'] }, /already visible/],
  ['rename', { columns: ['sku'] }, /needs "header"/],
  ['move', { columns: ['sku'] }, /needs "position"/],
  ['move', { columns: ['id'], position: 1 }, /is hidden; show it first/],
  ['retype', { columns: ['sku'], type: 'string' }, /already is of type string/],
  ['retype', { columns: ['id'], type: 'lookup' }, /references no other table/],
  ['edit', { columns: ['sku'] }, /needs "editable"/],
] as const)('%s %j is refused and says what to do', (operation, more, message) =>
  expect(() => change(operation, more)).toThrow(message),
);

test('the last visible column stays', () => {
  const keys = visibleKeys(base);
  const bare = changeColumns(base, { operation: 'hide', columns: keys.slice(1) }, facts).config;
  const last = { operation: 'hide', columns: [keys[0] as string] } as const;
  expect(() => changeColumns(bare, last, facts)).toThrow(/last visible column/);
});
