import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { diffConfigs } from '../../../../src/plugins/tables/tools/diff.js';
import { stockTable } from '../../../../test/fixtures/stock-table.js';
import { changesIn, columnMarks, fieldChanges } from './config-changes.js';
import { asTableConfig } from './table-columns.js';

/** The list of what differs between the fixture and it with `change` done. */
function changed(change: (config: ReturnType<typeof stockTable>) => void) {
  const after = stockTable();
  change(after);
  return changesIn(diffConfigs(stockTable(), after), asTableConfig(after)!);
}

test('a change of every part is a line in words', () => {
  const changes = changed((after) => {
    const { columns } = after.visual_settings;
    columns['sku'] = { ...columns['sku']!, header: 'Article', width: 90 };
    delete columns['free'];
    columns['lot'] = { header: 'Lot', type: 'string', order: 9 };
    after.data_source[0].select.columns.push({ name: 'lot_number', alias: 'lot' });
    after.data_source[0].filters = [{ column: 'quantity', operator: 'gt', value: 5 }];
    after.data_source[0].sort = [{ column: 'quantity', direction: 'asc' }];
    after.data_source[0].rows = 50;
  });
  const lines = changes.map(({ kind, title, detail, fields }) => [
    [kind, title, detail].filter(Boolean).join(' | '),
    ...fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
  ]);
  expect(lines).toEqual([
    ['added | Lot | string, from lot_number'],
    ['changed | Article', 'Header: SKU → Article', 'Width: undefined → 90 px'],
    ['removed | Free | computed, On hand − Reserved'],
    [
      'changed | On hand is greater than 5',
      ': On hand is greater than 0 → On hand is greater than 5',
    ],
    ['removed | Warehouse: chosen by the user'],
    ['changed | On hand', 'Direction: descending → ascending', 'Place: 2 → 1'],
    ['removed | Product | ascending'],
    ['changed | Rows per page', ': 25 → 50'],
  ]);
  expect(Object.fromEntries(columnMarks(changes))).toEqual({ lot: 'added', sku: 'changed' });
});

test('an equal table has no changes, and a stale preview says its name before and after', () => {
  expect(changed(() => undefined)).toEqual([]);
  const named = changesIn({ name: { before: 'A', after: 'B' } }, asTableConfig(stockTable())!);
  expect(named).toMatchObject([{ part: 'table', fields: [{ before: 'A', after: 'B' }] }]);
});

test('nothing that a server may send as a diff breaks the list', async () => {
  const config = asTableConfig(stockTable())!;
  const [added, removed, changed] = [fc.jsonValue(), fc.jsonValue(), fc.jsonValue()];
  const name = fc.constantFrom('columns', 'filters', 'sorts', 'joins', 'settings', 'name');
  const parts = fc.dictionary(name, fc.record({ added, removed, changed }));
  await holds([fc.oneof(parts, fc.jsonValue())], (diff) => Array.isArray(changesIn(diff, config)));
});

test('fields that differ are named, each once', async () => {
  const name = fc.constantFrom('header', 'width', 'align', 'format');
  const value = fc.dictionary(name, fc.jsonValue());
  await holds([value, value], (before, after) => {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const differs = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
    const fields = fieldChanges(before, after).map(({ field }) => field.toLowerCase());
    expect(fields).toEqual(keys.filter(differs));
  });
});
