import { expect, test, describe } from '@jest/globals';
import { stockFacts as facts, stockTable } from '../../../../../test/fixtures/stock-table.js';
import { sourceOf, joinsOf } from '../config-model.js';
import { changeFilters, type FilterChange, changeSort, type SortChange } from './filter-change.js';
import { changeJoins, type JoinChange } from './join-change.js';

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

describe('changes of the order', () => {
  const base = stockTable();
  const sorted = (change: SortChange) => sourceOf(changeSort(base, change, facts).config).sort;

  test('set replaces the order, first is most important', () => {
    const sorts = [
      { column: 'On hand', direction: 'desc' },
      { column: 'warehouses.city' },
    ] as const;
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
});

describe('changes of joins', () => {
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
});
