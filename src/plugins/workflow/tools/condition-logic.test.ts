import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defined } from '../../../foundation/defined.js';
import { contradicts, judge, judgeAll } from './condition-logic.js';
import type { Condition } from './wire.js';

const on = (operator: string, value?: unknown, field_name = 'quantity'): Condition => ({
  field_name,
  operator,
  ...defined({ value }),
});

const comparisons: Record<string, (left: number, right: number) => boolean> = {
  equals: (left, right) => left === right,
  not_equals: (left, right) => left !== right,
  greater_than: (left, right) => left > right,
  less_than: (left, right) => left < right,
  greater_or_equal: (left, right) => left >= right,
  less_or_equal: (left, right) => left <= right,
};
const condition = fc.record({
  operator: fc.constantFrom(...Object.keys(comparisons)),
  value: fc.integer({ min: -3, max: 3 }),
});
const holds = ({ operator, value }: { operator: string; value: number }, actual: number) =>
  comparisons[operator]?.(actual, value);

it('never says always or never where a value shows otherwise', () => {
  fc.assert(
    fc.property(condition, condition, fc.integer({ min: -8, max: 8 }), (asked, known, value) => {
      const actual = value / 2;
      fc.pre(holds(known, actual) === true);
      const verdict = judge(on(asked.operator, asked.value), [on(known.operator, known.value)]);
      if (verdict !== 'depends') expect(holds(asked, actual)).toBe(verdict === 'always');
    }),
    { numRuns: 2000 },
  );
});

it.each([
  [on('less_than', 10), on('less_than', 5), 'always'],
  [on('greater_than', 10), on('less_or_equal', 10), 'never'],
  [on('greater_or_equal', 10), on('less_or_equal', 10), 'depends'],
  [on('equals', 'open'), on('in', ['open', 'closed']), 'depends'],
  [on('equals', 'done'), on('in', ['open', 'closed']), 'never'],
  [on('is_not_null'), on('is_null'), 'never'],
  [on('is_not_null'), on('equals', 4), 'always'],
  [on('changed_to', 'paid'), on('changed_to', 'paid'), 'always'],
  [on('changed_to', 'paid'), on('equals', 'paid'), 'depends'],
  [on('changed_to', 'paid'), on('equals', 'open'), 'never'],
  [on('equals', '{{other}}'), on('equals', 3), 'depends'],
  [on('less_than', 3, 'price'), on('less_than', 1), 'depends'],
  [on('contains', 'AB'), on('equals', 'xabx'), 'depends'],
])('%j, knowing %j: %s', (asked, known, verdict) => {
  expect(judge(asked, [known])).toBe(verdict);
});

it('joins by and and by or', () => {
  const known = [on('less_than', 5)];
  const [yes, no, open] = [on('less_than', 9), on('greater_than', 9), on('less_than', 2)];
  expect(judgeAll([yes, open], known)).toBe('depends');
  expect(judgeAll([yes, no], known)).toBe('never');
  expect(judgeAll([yes, no], known, 'or')).toBe('always');
  expect(judgeAll([no, no], known, 'or')).toBe('never');
  expect(judgeAll([], known)).toBe('depends');
});

it('sees conditions that shut each other out', () => {
  expect(contradicts([on('less_than', 5), on('greater_than', 7)])).toBe(true);
  expect(contradicts([on('less_than', 5), on('greater_than', 3)])).toBe(false);
});
