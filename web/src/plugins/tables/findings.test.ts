import { defined } from '../../../../src/foundation/defined.js';
import { stockTable } from '../../../../test/fixtures/stock-table.js';
import { findingWords } from '../../ui/format.js';
import { placeFindings } from './findings.js';
import { asTableConfig } from './table-columns.js';

const config = asTableConfig(stockTable())!;

test.each([
  ['visual_settings.columns.quantity.format.currency', 'column quantity'],
  ['payload.config.visual_settings.columns.sku.type', 'column sku'],
  ['visual_settings.conditional_formatting[0].value', 'column quantity'],
  ['data_source[0].select.columns[3].name', 'column status'],
  ['data_source[0].select.foreign_tables[0].columns[0].name', 'column product_name'],
  ['data_source[0].filters[1].column', 'filter 1'],
  ['data_source[0].sort[0]', 'sort 0'],
  ['data_source[0].source', 'table'],
  ['visual_settings.columns.unheard_of', 'table'],
  [undefined, 'table'],
])('%s is about the %s', (path, place) => {
  const { columns, filters, sorts, rest } = placeFindings(config, [
    { message: 'wrong', ...defined({ path: path || undefined }) },
  ]);
  expect([
    ...[...columns.keys()].map((key) => `column ${key}`),
    ...[...filters.keys()].map((index) => `filter ${index}`),
    ...[...sorts.keys()].map((index) => `sort ${index}`),
    ...rest.map(() => 'table'),
  ]).toEqual([place]);
});

test('a path that begins the message is not said twice', () => {
  expect(findingWords({ path: 'a.b', message: 'a.b must be a text' })).toBe('must be a text');
  expect(findingWords({ path: 'a.b', message: 'must be a text' })).toBe('must be a text');
});
