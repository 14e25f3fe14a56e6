import { stockFacts as facts, stockTable } from '../../../../../test/fixtures/stock-table.js';
import { sourceOf, joinsOf } from '../config-model.js';
import { changeFilters, type FilterChange, changeSort, type SortChange } from './filter-change.js';
import { changeJoins, type JoinChange } from './join-change.js';

const base = stockTable();
type Added = Omit<FilterChange, 'operation'>;
const changed = (change: FilterChange) => sourceOf(changeFilters(base, change, facts).config);
const filters = (change: FilterChange) => changed(change).filters;
const last = (change: Added) => filters({ operation: 'add', ...change })?.at(-1);

const city = 'warehouses.city';
const both = '["damaged","reserved"]';
const contains = JSON.stringify('%50\\%\\_x%');
/** What a change adds, as `column operator value`. */
test.each<[Added, string]>([
  [{ column: 'quantity', operator: 'lt', value: 20 }, 'quantity lt 20'],
  [{ column: 'On hand', operator: 'lt', value: '20' }, 'quantity lt 20'],
  [{ column: 'status', operator: 'eq', value: 'Damaged' }, 'status eq "damaged"'],
  [{ column: 'status', value: ['Reserved'] }, 'status in ["reserved"]'],
  [{ column: 'status', operator: 'in', value: 'damaged, reserved' }, `status in ${both}`],
  [{ column: 'product', operator: 'contains', value: '50%_x' }, `product_name ilike ${contains}`],
  [{ column: 'sku', operator: 'starts_with', value: 'A' }, 'sku ilike "A%"'],
  [{ column: city, value: 'Berlin' }, `${city} eq "Berlin"`],
  [{ column: 'city', value: 'Berlin' }, `${city} eq "Berlin"`],
  [{ column: 'is perishable', value: 'yes' }, 'products.is_perishable eq true'],
  [{ column: 'expires_on', operator: 'gte', value: '2026-03-01' }, 'expires_on gte "2026-03-01"'],
  [{ column: 'lot_number', operator: 'is_null' }, 'lot_number is_null undefined'],
])('add %j', (change, expected) => {
  const { column, operator, value } = last(change)!;
  expect(`${column} ${operator} ${JSON.stringify(value)}`).toBe(expected);
});

test('a filter that the user sets has a label and needs no value', () => {
  const asked = { dynamic: true, label: 'State' };
  expect(last({ column: 'status', ...asked })).toMatchObject(asked);
});

const QUANTITY = { column: 'quantity' };
test.each<[Added, RegExp]>([
  [{ ...QUANTITY, operator: 'like', value: '1' }, /quantity, a number column; fitting: eq, neq/],
  [{ ...QUANTITY, operator: 'lt', value: '€' }, /"€" is not .* a number/],
  [{ column: 'status', value: 'x' }, /takes one of available, reserved, quarantined, damaged/],
  [{ column: 'expires_on', operator: 'lt', value: 'tomorrow' }, /takes a date like/],
  [{ column: 'product_id', value: 'Bolt' }, /takes a UUID; to filter by a name, join that table/],
  [{ ...QUANTITY, operator: 'lt' }, /needs "value"/],
  [{ ...QUANTITY, operator: 'lt', value: [1, 2] }, /takes one value/],
  [{ ...QUANTITY, operator: 'gt', value: 0 }, /already there/],
  [{ column: 'colour', value: 1 }, /no column "colour"/],
  [{}, /needs "column".*Its filters: quantity > 0/],
])('add %j is refused and says what is right', (change, message) =>
  expect(() => last(change)).toThrow(message),
);
test('remove takes all filters of the column, or the one with this operator and value', () => {
  expect(filters({ operation: 'remove', column: 'quantity' })).toHaveLength(1);
  expect(filters({ operation: 'remove', column: 'warehouse code' })).toHaveLength(1);
  const none = { operation: 'remove', column: 'quantity', operator: 'gt', value: 5 } as const;
  expect(() => filters(none)).toThrow(/no such filter.*quantity > 0/);
});

test('replace puts one in place of all on the column', () => {
  const few = { column: 'quantity', operator: 'lt', value: 5 } as const;
  expect(filters({ operation: 'replace', ...few })).toEqual([sourceOf(base).filters?.[1], few]);
});

test('clear removes all, once', () => {
  const cleared = changeFilters(base, { operation: 'clear' }, facts).config;
  expect(sourceOf(cleared).filters).toEqual([]);
  expect(() => changeFilters(cleared, { operation: 'clear' }, facts)).toThrow('has no filters');
});

describe('changes of the order', () => {
  const sorted = (change: SortChange) => sourceOf(changeSort(base, change, facts).config).sort;

  test('set replaces the order, first is most important', () => {
    const quantity = { column: 'On hand', direction: 'desc' } as const;
    const set = sorted({ operation: 'set', sorts: [quantity, { column: city }] });
    const words = set?.map(({ column, direction }) => `${column} ${direction}`);
    expect(words).toEqual(['quantity desc', 'warehouses.city asc']);
  });

  test('add goes last and follows the numbering', () =>
    expect(sorted({ operation: 'add', sorts: [{ column: 'sku' }] })).toEqual([
      ...(sourceOf(base).sort ?? []),
      { column: 'sku', direction: 'asc', priority: 3 },
    ]));

  test('add of a column already sorted by turns its direction', () => {
    const sorts = [{ column: 'inventory_items.quantity', direction: 'asc' }] as const;
    const found = sorted({ operation: 'add', sorts })?.[1];
    expect(found).toEqual({ column: 'quantity', direction: 'asc', priority: 2 });
  });

  test('remove and clear', () => {
    expect(sorted({ operation: 'remove', sorts: [{ column: 'product' }] })).toHaveLength(1);
    expect(sorted({ operation: 'clear', sorts: [] })).toEqual([]);
  });

  const NOT = /not sorted by "sku" but by product_name ascending, quantity descending/;
  test.each<[SortChange, RegExp]>([
    [{ operation: 'remove', sorts: [{ column: 'sku' }] }, NOT],
    [{ operation: 'set', sorts: [] }, /needs "column"/],
  ])('%j is refused', (change, message) => expect(() => sorted(change)).toThrow(message));
});

describe('changes of joins', () => {
  const table = (schema: string, name: string) => ({ schema, table: name });
  const joined = (change: JoinChange) => changeJoins(base, change, facts);

  test('finds the foreign key of the source and shows the label', () => {
    const change = { operation: 'add', table: table('inventory', 'locations') } as const;
    const { config, summary } = joined(change);
    const link = { relationship_from: 'location_id', relationship_to: 'id', join_type: 'left' };
    const columns = [{ name: 'code', alias: 'location_code', table_column: 'locations.code' }];
    expect(joinsOf(config)[2]).toEqual({ ...table('inventory', 'locations'), ...link, columns });
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

  const add = (name: string, more = {}): JoinChange => ({
    operation: 'add',
    table: table('inventory', name),
    ...more,
  });
  test.each<[JoinChange, RegExp]>([
    [{ operation: 'add', table: table('hr', 'employees') }, /No foreign key links hr.employees/],
    [add('locations', { from: 'lot_number' }), /no foreign key to .*; there is: location_id/],
    [add('locations', { columns: ['colour'] }), /no column "colour". Its columns: id, code, zone/],
    [{ operation: 'remove', join: 'suppliers' }, /joined table. Joined: products, warehouses/],
  ])('%j is refused and says what is right', (change, message) =>
    expect(() => joined(change)).toThrow(message),
  );

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
