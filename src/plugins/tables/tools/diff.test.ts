import { stockFacts as facts, stockTable } from '../../../../test/fixtures/stock-table.js';
import type { JsonObject } from '../../../foundation/json.js';
import { untouchable } from '../../../../test/support/loop.js';
import { tableChange } from '../changes/table-change.js';
import { changeColumns } from './changes/column-change.js';
import { changeFilters, changeSort } from './changes/filter-change.js';
import { changeJoins } from './changes/join-change.js';
import type { Changed, TableConfig } from './config-model.js';
import { diffConfigs, sameJson } from './diff.js';

const base = stockTable();
const LOCATIONS = { schema: 'inventory', table: 'locations' };
const QUANTITY = { column: 'quantity', operator: 'gt' } as const;

test('equal configs do not differ', () => expect(diffConfigs(base, stockTable())).toEqual({}));

test('each part is told apart', () => {
  const changes: ((config: TableConfig) => Changed)[] = [
    (to) => changeColumns(to, { operation: 'rename', columns: ['sku'], header: 'Article' }, facts),
    (to) => changeColumns(to, { operation: 'add', columns: ['unit_cost'] }, facts),
    (to) => changeFilters(to, { operation: 'replace', ...QUANTITY, value: 5 }, facts),
    (to) => changeSort(to, { operation: 'remove', sorts: [{ column: 'product_name' }] }, facts),
    (to) => changeJoins(to, { operation: 'add', table: LOCATIONS, columns: [] }, facts),
  ];
  const config = changes.reduce((now, change) => change(now).config, base);
  const diff = diffConfigs(base, { ...config, title: 'Stock' });
  expect(diff.columns?.added.map((item) => item.name)).toEqual(['unit_cost']);
  expect(diff.columns?.changed).toMatchObject([
    { name: 'sku', before: { header: 'SKU' }, after: { header: 'Article' } },
  ]);
  const changed = [{ name: 'quantity gt', before: { value: 0 }, after: { value: 5 } }];
  expect(diff.filters).toMatchObject({ added: [], removed: [], changed });
  expect(diff.joins?.added.map((item) => item.name)).toEqual(['locations']);
  const desc = (place: number) => ({ direction: 'desc', place });
  expect(diff.sorts).toEqual({
    added: [],
    removed: [{ name: 'product_name', value: { direction: 'asc', place: 1 } }],
    changed: [{ name: 'quantity', before: desc(2), after: desc(1) }],
  });
  const titles = [{ name: 'title', before: 'Stock by warehouse', after: 'Stock' }];
  expect(diff.settings?.changed).toEqual(titles);
});

test('the order of keys does not count, nor does a key without a value; the order of a list does', () => {
  expect(sameJson({ a: undefined, b: [1], c: null }, { c: null, b: [1] })).toBe(true);
  expect(sameJson({ a: null }, {})).toBe(false);
  expect(sameJson([1, 2], [2, 1])).toBe(false);
});

describe('what a stored table has of a body', () => {
  const change = tableChange(untouchable('workingCopies'));
  const config: JsonObject = {
    title: 'Products',
    data_source: [{ source: 'products', schema: 'inventory', select: { columns: [] } }],
    visual_settings: { columns: {} },
  };
  const stored = { id: 't', version: 2, name: 'Products', description: 'All', config };

  test.each([
    ['all', { name: 'Products', description: 'All', config }],
    ['what the body says, and what it leaves out stays', { name: 'Products', config }],
    ['null is left out too', { name: 'Products', description: null, config }],
  ])('%s', (_what, body) => {
    expect(change.holds?.(stored, body)).toBe(true);
    expect(change.diff?.(stored, body)).toEqual({});
  });

  test.each([
    ['another name', { name: 'Goods', config }],
    ['another description', { name: 'Products', description: '', config }],
    ['another config', { name: 'Products', config: { ...config, title: 'Goods' } }],
  ])('not %s', (_what, body) => {
    expect(change.holds?.(stored, body)).toBe(false);
    expect(change.diff?.(stored, body)).not.toEqual({});
  });
});
