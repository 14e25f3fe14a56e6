import { expect, test } from '@jest/globals';
import fc from 'fast-check';
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
  const lines = changes.map(({ kind, title, detail, fields }) => ({
    line: [kind, title, detail].filter(Boolean).join(' | '),
    fields: fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
  }));
  expect(lines).toEqual([
    { line: 'added | Lot | string, from lot_number', fields: [] },
    { line: 'changed | Article', fields: ['Header: SKU → Article', 'Width: undefined → 90 px'] },
    { line: 'removed | Free | computed, On hand − Reserved', fields: [] },
    {
      line: 'changed | On hand is greater than 5',
      fields: [': On hand is greater than 0 → On hand is greater than 5'],
    },
    { line: 'removed | Warehouse: chosen by the user', fields: [] },
    { line: 'changed | On hand', fields: ['Direction: descending → ascending', 'Place: 2 → 1'] },
    { line: 'removed | Product | ascending', fields: [] },
    { line: 'changed | Rows per page', fields: [': 25 → 50'] },
  ]);
  expect([...columnMarks(changes)]).toEqual([
    ['lot', 'added'],
    ['sku', 'changed'],
  ]);
});

test('an equal table has no changes, and a stale preview says its name before and after', () => {
  expect(changed(() => undefined)).toEqual([]);
  const named = changesIn({ name: { before: 'A', after: 'B' } }, asTableConfig(stockTable())!);
  expect(named).toMatchObject([{ part: 'table', fields: [{ before: 'A', after: 'B' }] }]);
});

test('nothing that a server may send as a diff breaks the list', () => {
  const config = asTableConfig(stockTable())!;
  const part = fc.record({
    added: fc.jsonValue(),
    removed: fc.jsonValue(),
    changed: fc.jsonValue(),
  });
  const parts = fc.dictionary(
    fc.constantFrom('columns', 'filters', 'sorts', 'joins', 'settings', 'name'),
    part,
  );
  fc.assert(
    fc.property(fc.oneof(parts, fc.jsonValue()), (diff) => Array.isArray(changesIn(diff, config))),
  );
});

test('fields that differ are named, each once', () => {
  const value = fc.dictionary(
    fc.constantFrom('header', 'width', 'align', 'format'),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(value, value, (before, after) => {
      const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
      const differ = keys.filter(
        (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
      );
      expect(fieldChanges(before, after).map(({ field }) => field.toLowerCase())).toEqual(differ);
    }),
  );
});
