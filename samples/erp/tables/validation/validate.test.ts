import type { StoredConfig, TableConfig } from '../../../../src/platform/types.js';
import fc from 'fast-check';
import { openTestDatabase } from '../../../../test/support/database.js';
import { CatalogStore } from '../../introspection/catalog.store.js';
import { readData } from '../../shared/seeder.js';
import type { Knowledge } from './scope.js';
import { validateTableConfig } from './validate.js';
import { useOpened } from '../../../../test/support/use-opened.js';

const db = useOpened(openTestDatabase);
let knowledge: Knowledge;
beforeAll(async () => {
  knowledge = { catalog: await new CatalogStore(db).load(), roles: ['operations_manager'] };
});

/** A config to spoil: stock with its products and warehouses. */
function stock(): TableConfig {
  const samples = readData<readonly StoredConfig[]>('platform/table_configs');
  return structuredClone(samples.find(({ name }) => name === 'Inventory')!.config);
}

type Fault = { path?: string; message: string; allowed?: unknown };

/** The errors of a config that has other values at some places (`undefined`: nothing there). */
function errorsWith(changes: Record<string, unknown>): Fault[] {
  const config = stock();
  for (const [place, value] of Object.entries(changes))
    put(config, place.match(/[^.[\]]+/g) ?? [], value);
  return validateTableConfig(config, knowledge).errors;
}

function expectFault(errors: Fault[], path: string, sentence: RegExp): void {
  const mine = errors.find((error) => error.path === path);
  expect([errors, mine?.message]).toEqual([errors, expect.stringMatching(sentence)]);
}

test('the unspoilt config is valid, also with other patterns of dates', () => {
  expect(errorsWith({})).toEqual([]);
  const patterns = ["EEEE, d MMMM yyyy 'at' HH:mm", 'yyyyMMdd', 'PPpp', 'do MMM yy', 'h:mm a'];
  for (const pattern of patterns) expect(errorsWith({ [`${D}.pattern`]: pattern })).toEqual([]);
});

const S = 'data_source[0]';
const J = `${S}.select.foreign_tables`;
const C = `${S}.select.columns`;
const V = 'visual_settings.columns';
const D = `${V}.last_counted_at.format`;
const [F, Q, E, L] = [`${S}.filters`, `${V}.quantity.format`, `${V}.free`, `${V}.id.lookup`];
const [R, T] = ['visual_settings.row_actions', `${V}.sku.editable`];
const firstJoin = () => stock().data_source[0].select.foreign_tables?.[0];
const again = { name: 'created_at', alias: 'quantity' };
const bySku = { column: 'sku', direction: 'asc' };

type Case = [place: string, value: unknown, sentence: RegExp, path?: string];

test.each<Case>([
  ['colour', 1, /there is no field "colour"; the fields are title, widget_type/],
  [`${S}.limit`, 5, /the fields are type, source/],
  ['title', undefined, /the field "title" is missing/],
  ['data_source[1]', {}, /at most 1 items/, 'data_source'],
  ['data_source', [], /at least 1 item/],
  [`${V}.sku.type`, 'text', /one of string, number, datetime/],
  [F, [{ column: 'sku', operator: 'equals' }], /one of eq, neq/, `${F}[0].operator`],
  [`${S}.rows`, 0, />= 1/],
  [`${S}.rows`, 501, /<= 500/],
  [`${C}[0].alias`, 'a b', /must be/],
  [J, Array.from({ length: 9 }, firstJoin), /at most 8/],
  ['visual_settings', null, /must be an object/],
])('shape: %s = %j', (place, value, sentence, path = place) =>
  expectFault(errorsWith({ [place]: value }), path, sentence),
);

test.each([null, 1, 'config', [], true, undefined])('shape: %j is no config', (value) =>
  expect(validateTableConfig(value, knowledge).valid).toBe(false),
);

const computed = (columns: string[]) => {
  return { header: 'Free', type: 'computed', order: 99, compute: { operation: 'add', columns } };
};
const lookup = (schema: string, table: string) => {
  return { schema, table, value_column: 'id', label_column: 'b' };
};

test.each<Case>([
  [`${S}.schema`, 'inventori', /choose from: core, hr, inventory/],
  [`${S}.schema`, 'sextant', /no schema 'sextant'/],
  [`${S}.source`, 'items', /choose from: inventory_items/],
  [`${J}[0].table`, 'product', /products/],
  [`${C}[2].name`, 'amount', /no column 'amount'; choose from: .*quantity/],
  [`${C}[6]`, { name: 'constructor' }, /no column 'constructor'/, `${C}[6].name`],
  [`${J}[0].columns[0].name`, 'title', /no column 'title'.*sku/],
  [`${J}[3]`, { ...firstJoin(), columns: [] }, /used twice/, `${J}[3].alias`],
  [`${C}[6]`, again, /twice: give .* as 'inventory_items_created_at'/, `${C}[6].alias`],
  [`${J}[1].columns[1]`, { name: 'id' }, /'id' is used twice/, `${J}[1].columns[1].alias`],
  [`${J}[0].relationship_to`, 'supplier_id', /two ends of.*: product_id = id/, `${J}[0]`],
  [`${J}[0].relationship_from`, 'id', /product_id = id/, `${J}[0]`],
  [`${J}[0].relationship_from`, 'product', /no column 'product'.*product_id/],
  [`${J}[0].relationship_to`, 'key', /no column 'key'/],
  [`${J}[0].relationship_from`, 'warehouses.id', /no table joined before.*inventory_items/],
  [`${J}[0].columns[0].table_column`, 'warehouses.name', /products\.name/],
  [`${S}.sort[0].column`, 'amount', /no column 'amount' to sort by/],
  [`${S}.sort`, [bySku, bySku], /twice/, `${S}.sort[1].column`],
  [`${V}.sku`, undefined, /has no settings/],
  [`${V}.colour`, { header: 'Colour', type: 'string' }, /no selected column has the key/],
  [`${V}.sku.name`, 'SKU', /must repeat the key 'sku'/],
  [`${V}.quantity.type`, 'string', /int4 in the database.*choose from: number/],
  [`${V}.id.type`, 'lookup', /needs lookup/, `${V}.id.lookup`],
  [D, undefined, /needs a format/],
  [D, { type: 'datetime' }, /date-fns tokens/, `${D}.pattern`],
  [`${D}.pattern`, '2006-01-02', /looks like an example date/],
  [`${D}.pattern`, 'YYYY-MM-DD', /'YYYY' is not a date-fns token.*yyyy/],
  [`${D}.pattern`, '2006-01-02T15:04:05Z07:00', /looks like an example date/],
  [`${D}.pattern`, '%Y-%m-%d', /not a date-fns token/],
  [`${D}.pattern`, 'yyyy-MM-dd at HH', /'at' is not/],
  [`${D}.pattern`, "yyyy 'at", /quote/],
  [`${D}.pattern`, '--', /no date-fns token/],
  [D, { type: 'currency', currency: 'EUR' }, /choose from: date, datetime/, `${D}.type`],
  [`${V}.quantity.format`, { type: 'currency' }, /EUR/, `${V}.quantity.format.currency`],
  [Q, { type: 'number', pattern: '0.00' }, /precision/, `${Q}.pattern`],
  [`${V}.sku.order`, undefined, /give all visible columns one, or none/],
  [`${V}.product_name.order`, 1, /already taken by 'sku'/],
  [E, { header: 'Free', type: 'computed', order: 99 }, /needs compute/, `${E}.compute`],
  [E, computed(['quantity', 'sku']), /'sku' cannot be used to add/, `${E}.compute.columns[1]`],
  [`${V}.sku.compute`, computed(['sku', 'lot_number']).compute, /only .* the type 'computed'/],
  [`${V}.sku`, computed(['quantity', 'reserved_quantity']), /./, `${V}.sku.type`],
  [`${V}.id.lookup`, lookup('x', 'y'), /no table 'x\.y'/, `${V}.id.lookup.table`],
  [L, lookup('inventory', 'products'), /no column 'b'/, `${L}.label_column`],
  [`${V}.sku.link`, { url: 'javascript:alert(1)' }, /starts with/, `${V}.sku.link.url`],
  [`${V}.sku.link`, { url: '//evil.example' }, /starts with/, `${V}.sku.link.url`],
  [`${V}.sku.link`, { url: '/p/{colour}' }, /'\{colour\}' names no column/, `${V}.sku.link.url`],
  [R, [{ name: 'x', label: 'X', action: 'link' }], /needs a url/, `${R}[0].url`],
  [`${V}.sku.editable`, { type: 'select' }, /needs options/, `${V}.sku.editable.options`],
  [T, { type: 'text', options: ['a'] }, /options are for 'select'/, `${T}.options`],
])('rule: %s = %j', (place, value, sentence, path = place) =>
  expectFault(errorsWith({ [place]: value }), path, sentence),
);

test('rule: every column hidden', () => {
  const keys = Object.keys(stock().visual_settings.columns);
  const hidden = Object.fromEntries(keys.map((key) => [`${V}.${key}.hidden`, true]));
  expectFault(errorsWith(hidden), V, /show at least one/);
});

test.each<[column: string, operator: string, value: unknown, field: string, sentence: RegExp]>([
  ['amount', 'gt', 1, 'column', /no column 'amount' to filter by; choose from: .*quantity/],
  ['quantity', 'like', '1%', 'operator', /fit 'quantity', .* number; choose from: eq, neq/],
  ['sku', 'gt', 'A', 'operator', /string/],
  ['quantity', 'gt', '5', 'value', /must be a number/],
  ['sku', 'eq', 5, 'value', /must be a text/],
  ['expires_on', 'gt', 'tomorrow', 'value', /ISO-8601/],
  ['product_id', 'eq', '5', 'value', /UUID/],
  ['status', 'eq', 'lost', 'value', /'lost' is not a value of stock_status; .*: available/],
  ['status', 'in', ['available', 'lost'], 'value', /'lost'/],
  ['quantity', 'gt', undefined, 'value', /needs a value/],
  ['quantity', 'is_null', 1, 'value', /takes no value/],
  ['quantity', 'eq', [1], 'value', /use 'in'/],
  ['quantity', 'in', 1, 'value', /list/],
  ['quantity', 'in', [], 'value', /at least one/],
  ['sku', 'like', 'a\\', 'value', /backslash/],
  ['sku', 'eq', 'a\0b', 'value', /NUL/],
])('rule: filter %s %s %j', (column, operator, value, field, sentence) => {
  const errors = errorsWith({ [`${S}.filters`]: [{ column, operator, value }] });
  expectFault(errors, `${S}.filters[0].${field}`, sentence);
});

test('rule: formatting by a value that the column cannot have', () => {
  const place = 'visual_settings.conditional_formatting';
  const format = { column: 'status', operator: 'eq', value: 'lost', style: 'info' };
  expectFault(errorsWith({ [place]: [format] }), `${place}[0].value`, /available/);
});

test('three joins from one to many are too many', () => {
  const by = { relationship_from: 'products.id', relationship_to: 'product_id', columns: [] };
  const line = { table: 'order_lines', schema: 'sales', ...by };
  const fans = (...ats: number[]) =>
    errorsWith(Object.fromEntries(ats.map((at) => [`${J}[${at}]`, { ...line, alias: `a${at}` }])));
  expect(fans(3, 4)).toEqual([]);
  expect(fans(3, 4, 5)).toMatchObject([{ path: J, message: expect.stringContaining('at most 2') }]);
});

test('whatever it is given, validation answers and never throws', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { valid, errors } = validateTableConfig(value, knowledge);
      expect(valid).toBe(false);
      expect(errors.length).toBeGreaterThan(0);
      for (const error of errors) expect(error.message).not.toBe('');
    }),
    { numRuns: 300 },
  ));

function put(target: object, place: readonly string[], value: unknown): void {
  type Node = Record<string, unknown>;
  const parent = place.slice(0, -1).reduce((node, name) => node[name] as Node, target as Node);
  const last = String(place.at(-1));
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}
