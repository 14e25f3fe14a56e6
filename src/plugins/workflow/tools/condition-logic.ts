import { isDeepStrictEqual } from 'node:util';
import type { Condition } from './wire.js';
import { ownValue } from '../../../foundation/json.js';

/** Whether a condition holds, given others that are known to: always, never, or it depends. */
export type Verdict = 'always' | 'never' | 'depends';

export function judge(condition: Condition, known: readonly Condition[]): Verdict {
  const same = known.filter((other) => other.field_name === condition.field_name);
  const verdicts = same.map((other) => judgeByOne(condition, other));
  return verdicts.find((verdict) => verdict !== 'depends') ?? 'depends';
}

export function judgeAll(
  conditions: readonly Condition[],
  known: readonly Condition[],
  logic: 'and' | 'or' = 'and',
): Verdict {
  const verdicts = conditions.map((condition) => judge(condition, known));
  const [decides, holds]: [Verdict, Verdict] =
    logic === 'and' ? ['never', 'always'] : ['always', 'never'];
  if (verdicts.includes(decides)) return decides;
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === holds) ? holds : 'depends';
}

/** True when conditions that must all hold cannot: two of them shut each other out. */
export function contradicts(conditions: readonly Condition[]): boolean {
  return conditions.some((condition, at) => {
    const others = conditions.filter((_, other) => other !== at);
    return judge(condition, others) === 'never';
  });
}

function judgeByOne(condition: Condition, known: Condition): Verdict {
  if (isDeepStrictEqual(condition, known)) return 'always';
  if (isTemplate(condition.value) || isTemplate(known.value)) return 'depends';
  if (known.operator === 'equals' || known.operator === 'changed_to') {
    return verdictOf(holdsFor(condition, known.value));
  }
  if (known.operator === 'in' && Array.isArray(known.value)) {
    return agreed(known.value.map((value) => verdictOf(holdsFor(condition, value))));
  }
  if (known.operator === 'is_null') {
    if (condition.operator === 'is_null') return 'always';
    return condition.operator === 'is_not_null' ? 'never' : 'depends';
  }
  return judgeRange(condition, known);
}

function verdictOf(holds: boolean | undefined): Verdict {
  if (holds === undefined) return 'depends';
  return holds ? 'always' : 'never';
}

function agreed(verdicts: readonly Verdict[]): Verdict {
  const [first = 'depends'] = verdicts;
  return verdicts.every((verdict) => verdict === first) ? first : 'depends';
}

type Test = (actual: unknown, value: unknown) => boolean | undefined;

const numbers =
  (test: (left: number, right: number) => boolean): Test =>
  (actual, value) => {
    const [left, right] = [Number(actual), Number(value)];
    return Number.isFinite(left) && Number.isFinite(right) ? test(left, right) : undefined;
  };

/** How an operator judges one value; undefined where it looks at more than the value. */
const tests: Readonly<Record<string, Test>> = {
  equals: looselyEqual,
  not_equals: (actual, value) => !looselyEqual(actual, value),
  greater_than: numbers((left, right) => left > right),
  greater_or_equal: numbers((left, right) => left >= right),
  less_than: numbers((left, right) => left < right),
  less_or_equal: numbers((left, right) => left <= right),
  contains: (actual, value) => textHolds(actual, value, (text, part) => text.includes(part)),
  starts_with: (actual, value) => textHolds(actual, value, (text, part) => text.startsWith(part)),
  in: (actual, value) =>
    Array.isArray(value) ? value.some((item) => looselyEqual(actual, item)) : undefined,
  is_null: (actual) => actual === null,
  is_not_null: (actual) => actual !== null,
  // It may have had that value before.
  changed_to: (actual, value) => (looselyEqual(actual, value) ? undefined : false),
};

function holdsFor({ operator, value }: Condition, actual: unknown): boolean | undefined {
  return ownValue(tests, operator)?.(actual, value);
}

function textHolds(
  actual: unknown,
  part: unknown,
  test: (text: string, part: string) => boolean,
): boolean | undefined {
  if (typeof actual !== 'string' || typeof part !== 'string') return undefined;
  // Whether a backend compares text with or without case is its own affair.
  const holds = test(actual, part);
  return holds === test(actual.toLowerCase(), part.toLowerCase()) ? holds : undefined;
}

function looselyEqual(left: unknown, right: unknown): boolean {
  if (isDeepStrictEqual(left, right)) return true;
  return isScalar(left) && isScalar(right) && String(left) === String(right);
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

export function isTemplate(value: unknown): boolean {
  return typeof value === 'string' && value.includes('{{');
}

const COMPARISONS = ['less_than', 'less_or_equal', 'greater_than', 'greater_or_equal', 'equals'];

/** The number that a comparison is made with. */
function boundOf({ operator, value }: Condition): number {
  const isOne = typeof value === 'number' || typeof value === 'string';
  return isOne && COMPARISONS.includes(operator) ? Number(value) : NaN;
}

/** Two comparisons differ only at their numbers, between and beside them: what holds there holds everywhere. */
function judgeRange(condition: Condition, known: Condition): Verdict {
  const [one, other] = [boundOf(condition), boundOf(known)];
  if (!Number.isFinite(one) || !Number.isFinite(other)) return 'depends';
  const beside = [Math.min(one, other) - 1, Math.max(one, other) + 1];
  const possible = [...beside, one, (one + other) / 2, other].filter((at) => holdsFor(known, at));
  return agreed(possible.map((at) => verdictOf(holdsFor(condition, at))));
}
