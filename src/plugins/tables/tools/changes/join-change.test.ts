import { expect, test } from '@jest/globals';
import { stockFacts as facts, stockTable } from '../../../../../test/fixtures/stock-table.js';
import { joinsOf, sourceOf } from '../config-model.js';
import { changeJoins, type JoinChange } from './join-change.js';

const base = stockTable();
const table = (schema: string, name: string) => ({ schema, table: name });
const joined = (change: JoinChange) => changeJoins(base, change, facts);

test('finds the foreign key of the source and shows the label', () => {
  const change = { operation: 'add', table: table('inventory', 'locations') } as const;
  const { config, summary } = joined(change);
  expect(joinsOf(config)[2]).toEqual({
    table: 'locations',
    schema: 'inventory',
    relationship_from: 'location_id',
    relationship_to: 'id',
    join_type: 'left',
    columns: [{ name: 'code', alias: 'location_code', table_column: 'locations.code' }],
  });
  const code = config.visual_settings.columns['location_code'];
  expect(code).toMatchObject({ type: 'string', order: 9 });
  expect(summary[0]).toBe('joined inventory.locations on location_id = locations.id');
});

test('goes through a table joined before', () => {
  const inner = { joinType: 'inner', columns: ['name', 'supplier code'] } as const;
  const suppliers = table('procurement', 'suppliers');
  const { config } = joined({ operation: 'add', table: suppliers, ...inner });
  const link = { relationship_from: 'products.supplier_id', relationship_to: 'id' };
  expect(joinsOf(config)[2]).toMatchObject({ ...link, join_type: 'inner' });
  const last = Object.keys(config.visual_settings.columns).slice(-2);
  expect(last).toEqual(['supplier_name', 'supplier_code']);
});

test('a table joined twice gets a name of its own', () => {
  const warehouses = table('inventory', 'warehouses');
  const { config } = joined({ operation: 'add', table: warehouses, columns: [] });
  expect(joinsOf(config)[2]).toMatchObject({ table: 'warehouses', alias: 'warehouse' });
});

test('says so when rows repeat', () => {
  const products = structuredClone(base);
  Object.assign(sourceOf(products), { source: 'products', filters: [], sort: [] });
  sourceOf(products).select = { columns: [{ name: 'sku' }] };
  products.visual_settings.columns = { sku: { header: 'SKU', type: 'string' } };
  const change = { operation: 'add', table: table('inventory', 'inventory_items') } as const;
  const { summary } = changeJoins(products, change, facts);
  expect(summary[1]).toBe('note: a row now repeats for each of its inventory_items');
});

test('remove takes its columns, filters and sorts along and says so', () => {
  const { config, summary } = joined({ operation: 'remove', join: 'warehouse' });
  expect(joinsOf(config).map((join) => join.table)).toEqual(['products']);
  expect(sourceOf(config).filters).toHaveLength(1);
  expect(config.visual_settings.columns['warehouse_name']).toBeUndefined();
  expect(summary).toEqual([
    'removed the joined table warehouses',
    'removed the filter on warehouses.code',
    'removed column warehouse_name',
  ]);
});

test.each([
  [{ operation: 'add', table: table('hr', 'employees') }, /No foreign key links hr.employees/],
  [
    { operation: 'add', table: table('inventory', 'locations'), from: 'lot_number' },
    /no foreign key to inventory.locations; there is: location_id/,
  ],
  [
    { operation: 'add', table: table('inventory', 'locations'), columns: ['colour'] },
    /no column "colour". Its columns: id, code, zone/,
  ],
  [
    { operation: 'remove', join: 'suppliers' },
    /not one joined table. Joined: products, warehouses/,
  ],
] as [JoinChange, RegExp][])('%j is refused and says what is right', (change, message) => {
  expect(() => joined(change)).toThrow(message);
});

test('names the table in between', () => {
  const bare = structuredClone(base);
  sourceOf(bare).select.foreign_tables = [];
  const change = { operation: 'add', table: table('procurement', 'suppliers') } as const;
  expect(() => changeJoins(bare, change, facts)).toThrow(/Join inventory.products first/);
});

test('a join that another hangs on stays', () => {
  const { config } = joined({ operation: 'add', table: table('procurement', 'suppliers') });
  const remove = { operation: 'remove', join: 'products' } as const;
  expect(() => changeJoins(config, remove, facts)).toThrow(/remove suppliers first/);
});
