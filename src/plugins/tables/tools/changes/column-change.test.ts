import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds, property } from '../../../../../test/support/property.js';
import { stockFacts as facts, stockTable } from '../../../../../test/fixtures/stock-table.js';
import { joinsOf, keyOf, sourceOf, type TableConfig } from '../config-model.js';
import { visibleKeys } from '../layout.js';
import { configColumns } from '../references.js';
import { changeColumns, type ColumnChange } from './column-change.js';

const base = stockTable();
const change = (operation: ColumnChange['operation'], more: Partial<ColumnChange>) =>
  changeColumns(base, { operation, columns: [], ...more }, facts).config;
const on = (config: TableConfig, key: string) => config.visual_settings.columns[key];
const refusal = (operation: ColumnChange['operation'], more: Partial<ColumnChange>): string => {
  try {
    change(operation, more);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the change was made');
};

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

  test('a hidden column is shown instead', () => {
    expect(on(change('add', { columns: ['id'] }), 'id')?.hidden).toBeUndefined();
  });

  test('a computed column names keys', () => {
    const compute = { operation: 'multiply' as const, columns: ['On hand', 'reserved_quantity'] };
    const config = change('add', { columns: ['Stock value'], compute });
    expect(on(config, 'stock_value')).toMatchObject({
      type: 'computed',
      header: 'Stock Value',
      compute: { operation: 'multiply', columns: ['quantity', 'reserved_quantity'] },
      order: 9,
    });
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
  expect(on(changeColumns(added, retype, facts).config, 'warehouse_id')).toMatchObject({
    type: 'lookup',
    lookup: { ...warehouses, value_column: 'id', label_column: 'name' },
  });
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
    expect(removed.summary).toEqual([
      'removed quantity',
      'removed the colours that depended on quantity',
    ]);
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
] as const)('%s %j is refused and says what to do', (operation, more, message) => {
  expect(refusal(operation, more)).toMatch(message);
});

test('the last visible column stays', () => {
  const keys = visibleKeys(base);
  const bare = changeColumns(base, { operation: 'hide', columns: keys.slice(1) }, facts).config;
  const last = { operation: 'hide', columns: [keys[0] as string] } as const;
  expect(() => changeColumns(bare, last, facts)).toThrow(/last visible column/);
});

describe('for any column and any change', () => {
  const unselected = configColumns(base, facts).filter((place) => place.key === undefined);
  const addable = fc.constantFrom(...unselected.map((place) => place.reference));
  const visible = fc.constantFrom(...visibleKeys(base));

  test('add then remove restores, and the base is untouched', async () => {
    const before = structuredClone(base);
    await holds([addable], (reference) => {
      const added = changeColumns(base, { operation: 'add', columns: [reference] }, facts).config;
      const key = Object.keys(added.visual_settings.columns).find((name) => !on(base, name));
      const columns = [key as string];
      expect(changeColumns(added, { operation: 'remove', columns }, facts).config).toEqual(base);
      expect(base).toEqual(before);
    });
  });

  property('hide then show restores', [visible], (key) => {
    const hidden = changeColumns(base, { operation: 'hide', columns: [key] }, facts).config;
    const shown = changeColumns(hidden, { operation: 'show', columns: [key] }, facts).config;
    expect(shown).toEqual(base);
  });

  const some = (operation: 'remove' | 'hide' | 'show') =>
    visible.map((column): ColumnChange => ({ operation, columns: [column] }));
  const step = fc.oneof(
    addable.map((column): ColumnChange => ({ operation: 'add', columns: [column] })),
    ...(['remove', 'hide', 'show'] as const).map(some),
    fc.tuple(visible, fc.integer({ min: 1, max: 30 })).map(([column, position]): ColumnChange => {
      return { operation: 'move', columns: [column], position };
    }),
  );

  test('selection and looks stay in step, and positions are on all visible columns, never twice', () =>
    holds([fc.array(step, { maxLength: 25 })], (steps) => {
      const config = steps.reduce((current, next) => {
        try {
          return changeColumns(current, next, facts).config;
        } catch {
          return current; // refused: e.g. removing what a computed column needs
        }
      }, base);
      const columns = config.visual_settings.columns;
      const selected = [
        ...sourceOf(config).select.columns,
        ...joinsOf(config).flatMap((join) => join.columns),
      ].map(keyOf);
      const computed = Object.keys(columns).filter((key) => on(config, key)?.compute);
      expect([...selected, ...computed].toSorted()).toEqual(Object.keys(columns).toSorted());
      const orders = visibleKeys(config).map((key) => on(config, key)?.order);
      expect(orders).not.toContain(undefined);
      expect(new Set(orders).size).toBe(orders.length);
      expect(orders.length).toBeGreaterThan(0);
    }));
});
