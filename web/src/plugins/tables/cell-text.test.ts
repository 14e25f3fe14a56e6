import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import type { ColumnFormat } from '../../../../src/platform/types.js';
import { cellText, toneOf } from './cell-text.js';

const currency: ColumnFormat = { type: 'currency', currency: 'EUR', precision: 2 };
const minute: ColumnFormat = { type: 'datetime', pattern: 'yyyy-MM-dd HH:mm' };
const day: ColumnFormat = { type: 'date', pattern: 'dd.MM.yyyy' };

type CellColumn = Parameters<typeof cellText>[1];
const of = (type: CellColumn['type'], format?: ColumnFormat): CellColumn =>
  format === undefined ? { type } : { type, format };

test.each<[unknown, CellColumn, string]>([
  [15.8, of('number', currency), '€15.80'],
  ['1234567.891', of('number', currency), '€1,234,567.89'],
  [0.257, of('number', { type: 'percent', precision: 1 }), '25.7%'],
  [12.5, of('computed', { type: 'number', precision: 0 }), '13'],
  [1234.5, of('number'), '1,234.5'],
  ['2026-11-15T12:00:59', of('datetime', minute), '2026-11-15 12:00'],
  ['2026-11-15', of('datetime', day), '15.11.2026'],
  ['on_hold', of('status'), 'on hold'],
  ['_', of('status'), '_'],
  [true, of('boolean', { type: 'boolean', true_label: 'In stock' }), 'In stock'],
  [false, of('boolean'), 'No'],
  ['f7de7907-8ce6-5a7c-b27a-a6dafcc91c95', of('uuid'), 'f7de7907…'],
  [{ a: 1 }, of('string'), '{"a":1}'],
  [null, of('number', currency), '—'],
  // What does not fit its format is shown as it is.
  ['soon', of('string', minute), 'soon'],
  ['2026-11-15', of('string', { type: 'date', pattern: 'qqqqqqqqqqn' }), '2026-11-15'],
  ['many', of('string', currency), 'many'],
  [12, of('string', { type: 'currency', currency: 'EURO' }), '12'],
])('%j as %j is %s', (value, column, text) => expect(cellText(value, column).text).toBe(text));

test.each<[string, CellColumn]>([
  [' ', of('status')],
  [' ', of('string')],
  ['\t\n', of('datetime', minute)],
])('%j as %j is blank, and is shown as nothing is', (title, column) =>
  expect(cellText(title, column)).toEqual({ text: '—', as: 'empty', title }),
);

test('never fails, and what is shown otherwise than stored keeps the stored value', async () => {
  const formats = fc.constantFrom<ColumnFormat | undefined>(currency, minute, day, undefined);
  const types = fc.constantFrom('string', 'number', 'status', 'uuid', 'datetime' as const);
  await holds([fc.jsonValue(), types, formats], (value, type, format) => {
    const shown = cellText(value, of(type, format));
    expect(shown.text.trim()).not.toBe('');
    if (typeof value === 'string' && value !== '' && shown.text !== value)
      expect(shown.title).toBe(value);
  });
});

const rule = (operator: string, value?: unknown) =>
  [{ column: 'a', operator, value, style: 'danger' }] as unknown as Parameters<typeof toneOf>[0];

test.each([
  ['lt', 20, 19, true],
  ['lt', 20, 20, false],
  ['lte', 20, '20', true],
  ['gt', 20, '3', false],
  ['gte', '2026-01-01', '2026-01-01T08:00:00Z', true],
  ['lt', 20, null, false],
  ['eq', 'urgent', 'urgent', true],
  ['neq', 'urgent', 'low', true],
  ['neq', 'urgent', null, true],
  ['in', ['a', 'b'], 'b', true],
  ['in', ['a', 'b'], 'c', false],
  ['ilike', '%BOLT%', 'Hex bolt M8', true],
  ['like', '%BOLT%', 'Hex bolt M8', false],
  ['like', 'a_c%', 'a.cd', true],
  ['like', 'a.c', 'abc', false],
  ['is_null', undefined, null, true],
  ['is_not_null', undefined, 0, true],
])('%s %j holds for %j: %s', (operator, wanted, value, holds) => {
  expect(toneOf(rule(operator, wanted), 'a', value)).toBe(holds ? 'danger' : undefined);
});

test('the first rule of the column that holds decides', () => {
  const positive = { column: 'a', operator: 'gt', value: 0, style: 'info' };
  const rules = [...rule('eq', 1), positive] as Parameters<typeof toneOf>[0];
  const tones = [toneOf(rules, 'a', 1), toneOf(rules, 'a', 2), toneOf(rules, 'b', 1)];
  expect(tones).toEqual(['danger', 'info', undefined]);
});
