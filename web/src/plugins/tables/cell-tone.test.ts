import { expect, test } from '@jest/globals';
import { toneOf } from './cell-tone.js';

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
  const rules = [
    ...rule('eq', 1),
    { column: 'a', operator: 'gt', value: 0, style: 'info' },
  ] as Parameters<typeof toneOf>[0];
  expect([toneOf(rules, 'a', 1), toneOf(rules, 'a', 2), toneOf(rules, 'b', 1)]).toEqual([
    'danger',
    'info',
    undefined,
  ]);
});
