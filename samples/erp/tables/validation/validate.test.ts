import type { DataSource, TableConfig, VisualColumn } from '../../../../src/platform/types.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openTestDatabase } from '../../../../test/support/database.js';
import type { Database } from '../../../../src/store/database.js';
import { CatalogStore } from '../../introspection/catalog.store.js';
import { sampleConfigs } from '../seed-configs.js';
import type { Knowledge } from './rule.js';
import { validateTableConfig } from './validate.js';

let db: Database;
let knowledge: Knowledge;
beforeAll(async () => {
  db = await openTestDatabase();
  const catalog = await new CatalogStore(db).load();
  knowledge = { catalog, roles: ['operations_manager'] };
});
afterAll(() => db.close());

/** A config to spoil: stock with its products and warehouses. */
function stock(): TableConfig {
  const found = sampleConfigs.find((config) => config.name === 'Inventory');
  if (found === undefined) throw new Error('no sample config');
  return structuredClone(found.config);
}

interface Parts {
  config: TableConfig;
  source: DataSource;
  columns: Record<string, VisualColumn>;
}

type Spoil = (parts: Parts) => void;

function errorsOf(spoil: Spoil): { path?: string; message: string; allowed?: unknown }[] {
  const config = stock();
  spoil({ config, source: config.data_source[0], columns: config.visual_settings.columns });
  return validateTableConfig(config, knowledge).errors;
}

/** The field itself, whatever the type says it must be. */
const wild = (value: unknown): never => value as never;

const at = <T>(items: readonly T[] | undefined, index: number): T => {
  const item = items?.[index];
  if (item === undefined) throw new Error(`no item ${index}`);
  return item;
};
const join = (source: DataSource, index: number) => at(source.select.foreign_tables, index);
const column = (columns: Record<string, VisualColumn>, key: string): VisualColumn => {
  const found = columns[key];
  if (found === undefined) throw new Error(`no column ${key}`);
  return found;
};

test('the unspoilt config is valid', () => {
  expect(errorsOf(() => {})).toEqual([]);
});

const JOIN = 'data_source[0].select.foreign_tables';
const VISUAL = 'visual_settings.columns';

const semantic: [string, Spoil, string, RegExp][] = [
  [
    'unknown schema',
    ({ source }) => (source.schema = 'inventori'),
    'data_source[0].schema',
    /choose from: core, hr, inventory/,
  ],
  [
    'schema of the server',
    ({ source }) => (source.schema = 'sextant'),
    'data_source[0].schema',
    /no schema 'sextant'/,
  ],
  [
    'unknown table',
    ({ source }) => (source.source = 'items'),
    'data_source[0].source',
    /choose from: inventory_items/,
  ],
  [
    'unknown joined table',
    ({ source }) => (join(source, 0).table = 'product'),
    `${JOIN}[0].table`,
    /products/,
  ],
  [
    'unknown joined schema',
    ({ source }) => (join(source, 0).schema = 'x'),
    `${JOIN}[0].schema`,
    /choose from/,
  ],
  [
    'unknown column',
    ({ source }) => (at(source.select.columns, 2).name = 'amount'),
    'data_source[0].select.columns[2].name',
    /no column 'amount'; choose from: .*quantity/,
  ],
  [
    'unknown joined column',
    ({ source }) => (at(join(source, 0).columns, 0).name = 'title'),
    `${JOIN}[0].columns[0].name`,
    /no column 'title'.*sku/,
  ],
  [
    'a table joined twice',
    ({ source }) => source.select.foreign_tables?.push({ ...join(source, 0), columns: [] }),
    `${JOIN}[3].alias`,
    /used twice/,
  ],
  [
    'a key used twice',
    ({ source }) => source.select.columns.push({ name: 'created_at', alias: 'quantity' }),
    'data_source[0].select.columns[6].alias',
    /used twice: give this column an alias, such as 'inventory_items_created_at'/,
  ],
  [
    'a joined key used twice',
    ({ source }) => join(source, 1).columns.push({ name: 'id' }),
    `${JOIN}[1].columns[1].alias`,
    /'id' is used twice/,
  ],
  [
    'no foreign key',
    ({ source }) => (join(source, 0).relationship_to = 'supplier_id'),
    `${JOIN}[0]`,
    /not the two ends of a foreign key; choose from: product_id = id/,
  ],
  [
    'types that match but no key',
    ({ source }) => (join(source, 0).relationship_from = 'id'),
    `${JOIN}[0]`,
    /product_id = id/,
  ],
  [
    'unknown relationship_from',
    ({ source }) => (join(source, 0).relationship_from = 'product'),
    `${JOIN}[0].relationship_from`,
    /no column 'product'.*product_id/,
  ],
  [
    'unknown relationship_to',
    ({ source }) => (join(source, 0).relationship_to = 'key'),
    `${JOIN}[0].relationship_to`,
    /no column 'key'/,
  ],
  [
    'a join from a later table',
    ({ source }) => (join(source, 0).relationship_from = 'warehouses.id'),
    `${JOIN}[0].relationship_from`,
    /no table joined before.*inventory_items/,
  ],
  [
    'table_column elsewhere',
    ({ source }) => (at(join(source, 0).columns, 0).table_column = 'warehouses.name'),
    `${JOIN}[0].columns[0].table_column`,
    /products\.name/,
  ],
  [
    'filter on nothing',
    ({ source }) => (source.filters = [{ column: 'amount', operator: 'gt', value: 1 }]),
    'data_source[0].filters[0].column',
    /no column 'amount' to filter by; choose from: .*quantity/,
  ],
  [
    'like on a number',
    ({ source }) => (source.filters = [{ column: 'quantity', operator: 'like', value: '1%' }]),
    'data_source[0].filters[0].operator',
    /'like' does not fit 'quantity', which is a number; choose from: eq, neq, gt/,
  ],
  [
    'gt on a text',
    ({ source }) => (source.filters = [{ column: 'sku', operator: 'gt', value: 'A' }]),
    'data_source[0].filters[0].operator',
    /string/,
  ],
  [
    'text for a number',
    ({ source }) => (source.filters = [{ column: 'quantity', operator: 'gt', value: '5' }]),
    'data_source[0].filters[0].value',
    /must be a number/,
  ],
  [
    'number for a text',
    ({ source }) => (source.filters = [{ column: 'sku', operator: 'eq', value: 5 }]),
    'data_source[0].filters[0].value',
    /must be a text/,
  ],
  [
    'not a day',
    ({ source }) =>
      (source.filters = [{ column: 'expires_on', operator: 'gt', value: 'tomorrow' }]),
    'data_source[0].filters[0].value',
    /ISO-8601/,
  ],
  [
    'not a uuid',
    ({ source }) => (source.filters = [{ column: 'product_id', operator: 'eq', value: '5' }]),
    'data_source[0].filters[0].value',
    /UUID/,
  ],
  [
    'not of the enum',
    ({ source }) => (source.filters = [{ column: 'status', operator: 'eq', value: 'lost' }]),
    'data_source[0].filters[0].value',
    /'lost' is not a value of stock_status; choose from: available, reserved/,
  ],
  [
    'one of the list not of the enum',
    ({ source }) =>
      (source.filters = [{ column: 'status', operator: 'in', value: ['available', 'lost'] }]),
    'data_source[0].filters[0].value',
    /'lost'/,
  ],
  [
    'no value',
    ({ source }) => (source.filters = [{ column: 'quantity', operator: 'gt' }]),
    'data_source[0].filters[0].value',
    /needs a value/,
  ],
  [
    'a value for is_null',
    ({ source }) => (source.filters = [{ column: 'quantity', operator: 'is_null', value: 1 }]),
    'data_source[0].filters[0].value',
    /takes no value/,
  ],
  [
    'a list for eq',
    ({ source }) => (source.filters = [{ column: 'quantity', operator: 'eq', value: [1] }]),
    'data_source[0].filters[0].value',
    /use 'in'/,
  ],
  [
    'no list for in',
    ({ source }) => (source.filters = [{ column: 'quantity', operator: 'in', value: 1 }]),
    'data_source[0].filters[0].value',
    /list/,
  ],
  [
    'an empty list for in',
    ({ source }) => (source.filters = [{ column: 'quantity', operator: 'in', value: [] }]),
    'data_source[0].filters[0].value',
    /at least one/,
  ],
  [
    'a pattern that ends in its escape',
    ({ source }) => (source.filters = [{ column: 'sku', operator: 'like', value: 'a\\' }]),
    'data_source[0].filters[0].value',
    /backslash/,
  ],
  [
    'NUL in a text',
    ({ source }) => (source.filters = [{ column: 'sku', operator: 'eq', value: 'a\0b' }]),
    'data_source[0].filters[0].value',
    /NUL/,
  ],
  [
    'sort by nothing',
    ({ source }) => (source.sort = [{ column: 'amount', direction: 'asc' }]),
    'data_source[0].sort[0].column',
    /no column 'amount' to sort by/,
  ],
  [
    'sorted twice',
    ({ source }) =>
      (source.sort = [
        { column: 'sku', direction: 'asc' },
        { column: 'sku', direction: 'desc' },
      ]),
    'data_source[0].sort[1].column',
    /twice/,
  ],
  [
    'no settings for a column',
    ({ columns }) => delete columns['sku'],
    `${VISUAL}.sku`,
    /has no settings/,
  ],
  [
    'settings for no column',
    ({ columns }) => (columns['colour'] = { header: 'Colour', type: 'string' }),
    `${VISUAL}.colour`,
    /no selected column has the key 'colour'/,
  ],
  [
    'a name that is not the key',
    ({ columns }) => (column(columns, 'sku').name = 'SKU'),
    `${VISUAL}.sku.name`,
    /must repeat the key 'sku'/,
  ],
  [
    'a type that does not fit',
    ({ columns }) => (column(columns, 'quantity').type = 'string'),
    `${VISUAL}.quantity.type`,
    /int4 in the database.*choose from: number/,
  ],
  [
    'a lookup of nothing',
    ({ columns }) => (column(columns, 'id').type = 'lookup'),
    `${VISUAL}.id.lookup`,
    /needs lookup/,
  ],
  [
    'datetime without a format',
    ({ columns }) => delete column(columns, 'last_counted_at').format,
    `${VISUAL}.last_counted_at.format`,
    /needs a format/,
  ],
  [
    'datetime without a pattern',
    ({ columns }) => (column(columns, 'last_counted_at').format = { type: 'datetime' }),
    `${VISUAL}.last_counted_at.format.pattern`,
    /date-fns tokens/,
  ],
  [
    'an example date for a pattern',
    ({ columns }) =>
      (column(columns, 'last_counted_at').format = { type: 'datetime', pattern: '2006-01-02' }),
    `${VISUAL}.last_counted_at.format.pattern`,
    /looks like an example date/,
  ],
  [
    'tokens of another library',
    ({ columns }) =>
      (column(columns, 'last_counted_at').format = { type: 'datetime', pattern: 'YYYY-MM-DD' }),
    `${VISUAL}.last_counted_at.format.pattern`,
    /'YYYY' is not a date-fns token.*yyyy/,
  ],
  [
    'a currency for a date',
    ({ columns }) =>
      (column(columns, 'last_counted_at').format = { type: 'currency', currency: 'EUR' }),
    `${VISUAL}.last_counted_at.format.type`,
    /choose from: date, datetime/,
  ],
  [
    'a currency without its name',
    ({ columns }) => (column(columns, 'quantity').format = { type: 'currency' }),
    `${VISUAL}.quantity.format.currency`,
    /EUR/,
  ],
  [
    'a pattern for a number',
    ({ columns }) => (column(columns, 'quantity').format = { type: 'number', pattern: '0.00' }),
    `${VISUAL}.quantity.format.pattern`,
    /precision/,
  ],
  [
    'order on some columns',
    ({ columns }) => delete column(columns, 'sku').order,
    `${VISUAL}.sku.order`,
    /give all visible columns one, or none/,
  ],
  [
    'an order twice',
    ({ columns }) => (column(columns, 'product_name').order = 1),
    `${VISUAL}.product_name.order`,
    /already taken by 'sku'/,
  ],
  [
    'every column hidden',
    ({ columns }) => Object.values(columns).forEach((each) => (each.hidden = true)),
    VISUAL,
    /show at least one/,
  ],
  [
    'computed without compute',
    ({ columns }) => (columns['free'] = { header: 'Free', type: 'computed', order: 99 }),
    `${VISUAL}.free.compute`,
    /needs compute/,
  ],
  [
    'computed from a text',
    ({ columns }) =>
      (columns['free'] = {
        header: 'Free',
        type: 'computed',
        order: 99,
        compute: { operation: 'add', columns: ['quantity', 'sku'] },
      }),
    `${VISUAL}.free.compute.columns[1]`,
    /'sku' cannot be used to add; choose from: quantity, reserved_quantity/,
  ],
  [
    'compute elsewhere',
    ({ columns }) =>
      (column(columns, 'sku').compute = { operation: 'concat', columns: ['sku', 'lot_number'] }),
    `${VISUAL}.sku.compute`,
    /only columns of the type 'computed'/,
  ],
  [
    'a selected column as computed',
    ({ columns }) =>
      (columns['sku'] = {
        ...column(columns, 'sku'),
        type: 'computed',
        compute: { operation: 'concat', columns: ['lot_number', 'product_name'] },
      }),
    `${VISUAL}.sku.type`,
    /./,
  ],
  [
    'a lookup table that is not there',
    ({ columns }) =>
      (column(columns, 'id').lookup = {
        schema: 'x',
        table: 'y',
        value_column: 'a',
        label_column: 'b',
      }),
    `${VISUAL}.id.lookup.table`,
    /no table 'x\.y'/,
  ],
  [
    'a lookup column that is not there',
    ({ columns }) =>
      (column(columns, 'id').lookup = {
        schema: 'inventory',
        table: 'products',
        value_column: 'id',
        label_column: 'b',
      }),
    `${VISUAL}.id.lookup.label_column`,
    /no column 'b'/,
  ],
  [
    'a link with a script',
    ({ columns }) => (column(columns, 'sku').link = { url: 'javascript:alert(1)' }),
    `${VISUAL}.sku.link.url`,
    /starts with/,
  ],
  [
    'a link to another host',
    ({ columns }) => (column(columns, 'sku').link = { url: '//evil.example' }),
    `${VISUAL}.sku.link.url`,
    /starts with/,
  ],
  [
    'a link with a column that is not there',
    ({ columns }) => (column(columns, 'sku').link = { url: '/p/{colour}' }),
    `${VISUAL}.sku.link.url`,
    /'\{colour\}' names no column/,
  ],
  [
    'a link action without a url',
    ({ config }) =>
      (config.visual_settings.row_actions = [{ name: 'x', label: 'X', action: 'link' }]),
    'visual_settings.row_actions[0].url',
    /needs a url/,
  ],
  [
    'formatting of nothing',
    ({ config }) =>
      (config.visual_settings.conditional_formatting = [
        { column: 'colour', operator: 'eq', value: 1, style: 'info' },
      ]),
    'visual_settings.conditional_formatting[0].column',
    /no column has the key/,
  ],
  [
    'formatting that does not fit',
    ({ config }) =>
      (config.visual_settings.conditional_formatting = [
        { column: 'sku', operator: 'gt', value: 'A', style: 'info' },
      ]),
    'visual_settings.conditional_formatting[0].operator',
    /does not fit/,
  ],
  [
    'formatting with a wrong value',
    ({ config }) =>
      (config.visual_settings.conditional_formatting = [
        { column: 'status', operator: 'eq', value: 'lost', style: 'info' },
      ]),
    'visual_settings.conditional_formatting[0].value',
    /available/,
  ],
  [
    'a choice without choices',
    ({ columns }) => (column(columns, 'sku').editable = { type: 'select' }),
    `${VISUAL}.sku.editable.options`,
    /needs options/,
  ],
  [
    'choices without a choice',
    ({ columns }) => (column(columns, 'sku').editable = { type: 'text', options: ['a'] }),
    `${VISUAL}.sku.editable.options`,
    /options are for 'select'/,
  ],
];

describe('a broken rule is named with its place', () => {
  test.each(semantic)('%s', (_, spoil, path, sentence) => {
    const errors = errorsOf(spoil);
    expect(errors.map((error) => error.path)).toContain(path);
    const mine = errors.find((error) => error.path === path);
    expect(mine?.message).toMatch(sentence);
  });
});

describe('what breaks the shape is named with its place', () => {
  test.each<[string, Spoil, string, RegExp]>([
    [
      'unknown field',
      ({ config }) => Object.assign(config, { colour: 1 }),
      'colour',
      /there is no field "colour"; the fields are title, widget_type/,
    ],
    [
      'unknown field deep inside',
      ({ source }) => Object.assign(source, { limit: 5 }),
      'data_source[0].limit',
      /the fields are type, source/,
    ],
    [
      'SQL in a field of its own',
      ({ source }) => Object.assign(source, { where: 'true' }),
      'data_source[0].where',
      /there is no field/,
    ],
    [
      'a missing field',
      ({ config }) => delete (config as Partial<TableConfig>).title,
      'title',
      /the field "title" is missing/,
    ],
    [
      'a missing type',
      ({ columns }) => delete (column(columns, 'sku') as Partial<VisualColumn>).type,
      `${VISUAL}.sku.type`,
      /is missing/,
    ],
    [
      'two data sources',
      ({ config, source }) => (config.data_source as DataSource[]).push(source),
      'data_source',
      /at most 1 items/,
    ],
    [
      'no data source',
      ({ config }) => (config.data_source = wild([])),
      'data_source',
      /at least 1 item/,
    ],
    [
      'data source as an object',
      ({ config, source }) => (config.data_source = wild(source)),
      'data_source',
      /must be an array/,
    ],
    [
      'unknown column type',
      ({ columns }) => (column(columns, 'sku').type = wild('text')),
      `${VISUAL}.sku.type`,
      /one of string, number, datetime/,
    ],
    [
      'unknown operator',
      ({ source }) => (source.filters = [{ column: 'sku', operator: wild('equals'), value: 'x' }]),
      'data_source[0].filters[0].operator',
      /one of eq, neq/,
    ],
    ['rows 0', ({ source }) => (source.rows = 0), 'data_source[0].rows', />= 1/],
    ['rows 501', ({ source }) => (source.rows = 501), 'data_source[0].rows', /<= 500/],
    [
      'rows as text',
      ({ source }) => (source.rows = wild('50')),
      'data_source[0].rows',
      /must be an integer/,
    ],
    [
      'width out of range',
      ({ columns }) => (column(columns, 'sku').width = 5),
      `${VISUAL}.sku.width`,
      />= 20/,
    ],
    [
      'an alias that is no name',
      ({ source }) => (at(source.select.columns, 0).alias = 'a b'),
      'data_source[0].select.columns[0].alias',
      /must be/,
    ],
    [
      'nine joins',
      ({ source }) =>
        (source.select.foreign_tables = Array.from({ length: 9 }, () => join(source, 0))),
      JOIN,
      /at most 8/,
    ],
    [
      'null',
      ({ config }) => (config.visual_settings = wild(null)),
      'visual_settings',
      /must be an object/,
    ],
  ])('%s', (_, spoil, path, sentence) => {
    const errors = errorsOf(spoil);
    const mine = errors.find((error) => error.path === path);
    expect([errors, mine?.message]).toEqual([errors, expect.stringMatching(sentence)]);
  });

  test.each([null, 1, 'config', [], true, undefined])('%j is no config', (value) => {
    expect(validateTableConfig(value, knowledge).valid).toBe(false);
  });
});

test('three joins from one to many are too many', () => {
  const config = stock();
  const source = config.data_source[0];
  const fan = (alias: string) => ({
    table: 'order_lines',
    schema: 'sales',
    alias,
    relationship_from: 'products.id',
    relationship_to: 'product_id',
    columns: [],
  });
  source.select.foreign_tables?.push(fan('a'), fan('b'));
  expect(validateTableConfig(config, knowledge).errors).toEqual([]);
  source.select.foreign_tables?.push(fan('c'));
  const { errors } = validateTableConfig(config, knowledge);
  expect(errors).toEqual([
    expect.objectContaining({ path: JOIN, message: expect.stringContaining('at most 2') }),
  ]);
});

test('whatever it is given, validation answers and never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { valid, errors } = validateTableConfig(value, knowledge);
      expect(valid).toBe(false);
      expect(errors.length).toBeGreaterThan(0);
      for (const error of errors) expect(error.message).not.toBe('');
    }),
    { numRuns: 300 },
  );
});

test('whatever one field is replaced with, validation answers with a path and a sentence', () => {
  const places = leavesOf(stock());
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
      const config = stock();
      put(config, place, value);
      for (const error of validateTableConfig(config, knowledge).errors) {
        expect(error.path).not.toBe('');
        expect(error.message.length).toBeGreaterThan(10);
      }
    }),
    { numRuns: 1000 },
  );
});

test('the names of JavaScript’s own objects are no keys', () => {
  for (const key of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    const errors = errorsOf(({ source }) => source.select.columns.push({ name: key }));
    expect(errors.map((error) => error.path)).toContain('data_source[0].select.columns[6].name');
  }
});

function leavesOf(value: unknown, place: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...place]];
  const inside = Object.entries(value).flatMap(([name, item]) => leavesOf(item, [...place, name]));
  return place.length === 0 ? inside : [[...place], ...inside];
}

function put(target: object, place: readonly (string | number)[], value: unknown): void {
  const parent = place
    .slice(0, -1)
    .reduce<Record<string, unknown>>(
      (object, name) => object[name] as Record<string, unknown>,
      target as Record<string, unknown>,
    );
  parent[String(place.at(-1))] = value;
}
