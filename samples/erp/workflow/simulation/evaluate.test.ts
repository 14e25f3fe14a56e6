import type { Condition } from '../../../../src/platform/types.js';
import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import {
  compare,
  evaluate,
  evaluateAll,
  readField,
  render,
  resolve,
  same,
  type Scope,
} from './evaluate.js';

const scope: Scope = {
  record: { quantity: 5, most: 8, status: 'open', due: '2025-03-01', note: null, tag: 'Big Order' },
  previous: { quantity: 12, status: 'open', due: '2025-03-01' },
  outputs: new Map([['customer', { name: 'Colombo', address: { city: 'Como' } }]]),
  now: new Date('2025-03-02T10:00:00Z'),
};
const NIGHT = '2025-02-28T23:00:00Z';

type Row = [operator: Condition['operator'], value: unknown, holds: boolean, reason: string];
/** By field: how it is compared, and what is told of it. */
const table: Record<string, Row[]> = {
  quantity: [
    ['equals', '5', true, 'quantity (5) is equal to 5'],
    ['not_equals', 5, false, 'quantity (5) is not different from 5'],
    ['less_than', 10, true, 'quantity (5) is less than 10'],
    ['less_than', '{{most}}', true, 'quantity (5) is less than 8'],
    ['greater_or_equal', 6, false, 'quantity (5) is not at least 6'],
    ['less_or_equal', 5, true, 'quantity (5) is at most 5'],
    ['greater_than', 'many', false, 'quantity (5) is not greater than many'],
    ['changed', undefined, true, 'quantity went from 12 to 5'],
    ['changed_from', 7, false, 'quantity went from 12 to 5, which is not a change from 7'],
    ['changed_to', 5, true, 'quantity went from 12 to 5'],
  ],
  due: [
    ['less_than', '{{today}}', true, 'due (2025-03-01) is less than 2025-03-02'],
    ['greater_than', NIGHT, true, `due (2025-03-01) is greater than ${NIGHT}`],
  ],
  status: [
    ['in', ['open', 'held'], true, 'status (open) is one of open, held'],
    ['in', [], false, 'status (open) is not one of '],
    ['changed', undefined, false, 'status went from open to open, which is not a change'],
  ],
  tag: [
    ['contains', 'big', true, 'tag (Big Order) is a text with big'],
    ['starts_with', 'order', false, 'tag (Big Order) is not a text that starts with order'],
  ],
  note: [
    ['is_null', undefined, true, 'note (empty) is empty'],
    ['is_not_null', undefined, false, 'note (empty) is not filled'],
    ['less_than', 1, false, 'note (empty) is not less than 1'],
  ],
  'customer.name': [['equals', 'Colombo', true, 'customer.name (Colombo) is equal to Colombo']],
};
const compared = Object.entries(table).flatMap(([field, rows]) =>
  rows.map((row) => [field, ...row] as const),
);

test.each(compared)('each operator: %s %s %j', (field_name, operator, value, holds, reason) =>
  expect(evaluate({ field_name, operator, value }, scope)).toEqual({ holds, reason }),
);

test('each operator: changed_from takes the value from previous_value too', () => {
  const condition = { field_name: 'quantity', operator: 'changed_from' } as const;
  expect(evaluate({ ...condition, previous_value: 12 }, scope).holds).toBe(true);
});

const alone = { ...scope, previous: undefined };

test('what has to be assumed: a missing field is taken as empty, and said so', () => {
  const found = evaluate({ field_name: 'size', operator: 'equals', value: 1 }, scope);
  const assumption = 'the record has no size; it was taken as empty';
  expect(found).toMatchObject({ holds: false, assumption });
});

test('what has to be assumed: without the previous record a change is taken for granted, and said so', () => {
  const found = evaluate({ field_name: 'quantity', operator: 'changed' }, alone);
  const assumption = expect.stringContaining('no previous record');
  expect(found).toMatchObject({ holds: true, assumption });
});

test('what has to be assumed: but a value that did not arrive refutes changed_to', () => {
  const found = evaluate({ field_name: 'status', operator: 'changed_to', value: 'held' }, alone);
  expect(found).toEqual({ holds: false, reason: 'status (open) did not become held' });
});

const yes: Condition = { field_name: 'quantity', operator: 'equals', value: 5 };
const no: Condition = { field_name: 'status', operator: 'equals', value: 'held' };
test.each([
  ['and', [yes, yes], true],
  ['and', [yes, no], false],
  ['or', [no, yes], true],
  ['or', [no, no], false],
  ['and', [], true],
  ['or', [], true],
] as const)('several conditions: %s of %j', (logic, conditions, holds) =>
  expect(evaluateAll(conditions, logic, scope).holds).toBe(holds),
);

test('several conditions: only what decided is told', () => {
  expect(evaluateAll([yes, no], 'and', scope).reason).toBe('status (open) is not equal to held');
  expect(evaluateAll([yes, no], 'or', scope).reason).toBe('quantity (5) is equal to 5');
});

test.each([
  ['{{quantity}}', 5],
  ['{{ quantity }}', 5],
  ['{{customer.address.city}}', 'Como'],
  ['{{previous.quantity}}', 12],
  ['{{record.status}}', 'open'],
  ['{{nothing}}', undefined],
  ['{{quantity}} of {{most}}', '5 of 8'],
  ['plain', 'plain'],
  [7, 7],
])('templates: %j is %j', (value, expected) => expect(resolve(scope, value)).toBe(expected));

test('templates: what is not known stays written', () =>
  expect(render(scope, '{{size}} and {{note}}')).toBe('{{size}} and {{note}}'));

test('templates: what every object inherits is not a field', () => {
  for (const field of ['constructor', '__proto__', 'customer.constructor', 'toString.name'])
    expect(readField(scope, field)).toBeUndefined();
});

const [numbers, none] = [fc.double({ noNaN: true }), fc.constant(null)];
const values = fc.oneof(fc.integer(), numbers, fc.string(), fc.boolean(), none);
test('comparison is the same in both directions', async () => {
  fc.assert(fc.property(values, values, (a, b) => same(a, b) === same(b, a)));
  await holds([values, values], (a, b) => {
    const [forth, back] = [compare(a, b), compare(b, a)];
    return forth === undefined ? back === undefined : Math.sign(forth) === -Math.sign(back ?? NaN);
  });
});

test('comparison: a value is the same as its text', () => {
  fc.assert(fc.property(fc.integer(), (n) => same(n, String(n)) && same(String(n), n)));
  expect(same(true, 'true')).toBe(true);
  expect(same('2025-03-01T00:00:00Z', '2025-03-01T00:00:00.000+00:00')).toBe(true);
});

test.each([
  ['00123', '123'],
  ['1e3', '1000'],
  ['0x10', '16'],
  ['1.10', '1.1'],
  [' 7', '7'],
])('comparison: two texts are the same only letter by letter: %j is not %j', (one, other) => {
  expect(same(one, other)).toBe(false);
  const changed: Condition = { field_name: 'code', operator: 'changed' };
  const gone = { ...scope, record: { code: other }, previous: { code: one } };
  expect(evaluate(changed, gone).holds).toBe(true);
});

test('comparison: a time without a zone is UTC wherever the server stands, and a day in no calendar is text', () => {
  expect(same('2025-03-01 00:00', '2025-03-01')).toBe(true);
  expect(compare('2025-02-30', '2025-03-01')).toBeLessThan(0);
});
