import type { Condition, ConditionOperator } from '../../../../src/platform/types.js';
import { parseInstant } from '../../shared/fields.js';
import { isObject, ownValue, type JsonObject } from '../../../../src/foundation/json.js';

export interface Finding {
  holds: boolean;
  reason: string;
  assumption?: string;
}

export function evaluate(condition: Condition, scope: Scope): Finding {
  const { field_name: field, operator } = condition;
  const actual = readField(scope, field);
  const value = wanted(condition, scope);
  const finding = isChange(operator)
    ? evaluateChange(operator, field, actual, value, scope)
    : plain(operator, field, actual, value);
  if (actual !== undefined || finding.assumption !== undefined) return finding;
  return { ...finding, assumption: `the record has no ${field}; it was taken as empty` };
}

/** Evaluates several conditions: all must hold (`and`) or one (`or`). No conditions hold. */
export function evaluateAll(
  conditions: readonly Condition[],
  logic: 'and' | 'or',
  scope: Scope,
): { holds: boolean; reason: string; assumptions: string[] } {
  const findings = conditions.map((condition) => evaluate(condition, scope));
  const holds =
    logic === 'or' && findings.length > 0
      ? findings.some((finding) => finding.holds)
      : findings.every((finding) => finding.holds);
  // Only what decided is worth reading: what failed an "and", what held an "or".
  const deciding = findings.filter((finding) => finding.holds === holds);
  return {
    holds,
    reason: deciding
      .map((finding) => finding.reason)
      .join(holds === (logic === 'or') ? ', ' : ' and '),
    assumptions: findings.flatMap((finding) => finding.assumption ?? []),
  };
}

type Change = 'changed' | 'changed_from' | 'changed_to';

function isChange(operator: ConditionOperator): operator is Change {
  return operator === 'changed' || operator === 'changed_from' || operator === 'changed_to';
}

function wanted({ operator, value, previous_value }: Condition, scope: Scope): unknown {
  const given = operator === 'changed_from' ? (previous_value ?? value) : value;
  return Array.isArray(given) ? given.map((item) => resolve(scope, item)) : resolve(scope, given);
}

type Plain = Exclude<ConditionOperator, Change>;

const words: Readonly<Record<Plain, string>> = {
  equals: 'equal to',
  not_equals: 'different from',
  greater_than: 'greater than',
  less_than: 'less than',
  greater_or_equal: 'at least',
  less_or_equal: 'at most',
  contains: 'a text with',
  starts_with: 'a text that starts with',
  in: 'one of',
  is_null: 'empty',
  is_not_null: 'filled',
};

const tests: Readonly<Record<Plain, (actual: unknown, value: unknown) => boolean>> = {
  equals: same,
  not_equals: (actual, value) => !same(actual, value),
  greater_than: ordered((order) => order > 0),
  less_than: ordered((order) => order < 0),
  greater_or_equal: ordered((order) => order >= 0),
  less_or_equal: ordered((order) => order <= 0),
  contains: (actual, value) => textOf(actual).includes(textOf(value)),
  starts_with: (actual, value) => textOf(actual).startsWith(textOf(value)),
  in: (actual, value) => Array.isArray(value) && value.some((item) => same(actual, item)),
  is_null: isNothing,
  is_not_null: (actual) => !isNothing(actual),
};

function ordered(
  accepts: (order: number) => boolean,
): (actual: unknown, value: unknown) => boolean {
  return (actual, value) => {
    const order = compare(actual, value);
    return order !== undefined && accepts(order);
  };
}

/** Text is searched without regard to case. */
function textOf(value: unknown): string {
  return asText(value).toLowerCase();
}

function plain(operator: Plain, field: string, actual: unknown, value: unknown): Finding {
  const holds = tests[operator](actual, value);
  const verb = holds ? 'is' : 'is not';
  const valueless = operator === 'is_null' || operator === 'is_not_null';
  const object = valueless ? '' : ` ${shown(value)}`;
  return { holds, reason: `${field} (${shown(actual)}) ${verb} ${words[operator]}${object}` };
}

function evaluateChange(
  operator: Change,
  field: string,
  actual: unknown,
  value: unknown,
  scope: Scope,
): Finding {
  const arrived = operator !== 'changed_to' || same(actual, value);
  if (scope.previous === undefined) {
    const reason = arrived
      ? `${field} is taken as changed`
      : `${field} (${shown(actual)}) did not become ${shown(value)}`;
    const assumption = `no previous record was given, so ${field} was taken as changed`;
    return { holds: arrived, reason, assumption: arrived ? assumption : undefined };
  }
  const before = scope.previous[field];
  const left = operator !== 'changed_from' || same(before, value);
  const holds = !same(before, actual) && arrived && left;
  const went = `${field} went from ${shown(before)} to ${shown(actual)}`;
  const end = operator === 'changed_from' ? 'from' : 'to';
  const wanted = operator === 'changed' ? 'a change' : `a change ${end} ${shown(value)}`;
  return { holds, reason: holds ? went : `${went}, which is not ${wanted}` };
}

function shown(value: unknown): string {
  if (isNothing(value)) return 'empty';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** How two values stand to each other: below 0, 0, above 0; undefined when they cannot be ordered. */
export function compare(left: unknown, right: unknown): number | undefined {
  const order = difference(left, right, toNumber) ?? difference(left, right, toTime);
  if (order !== undefined) return order;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `"10"` and 10 are the same, and two spellings of a time; other texts letter by letter: an article `"00123"` is not `"123"`. */
export function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right);
  if (typeof left === 'object' && !(left instanceof Date))
    return JSON.stringify(left) === JSON.stringify(right);
  const areTexts = typeof left === 'string' && typeof right === 'string';
  const order = areTexts ? difference(left, right, toTime) : compare(left, right);
  return order === undefined ? asText(left) === asText(right) : order === 0;
}

export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function difference(
  left: unknown,
  right: unknown,
  read: (value: unknown) => number | undefined,
): number | undefined {
  const first = read(left);
  const second = read(right);
  return first === undefined || second === undefined ? undefined : first - second;
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function toTime(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? parseInstant(value)?.getTime() : undefined;
}

/** Any value as one would write it: texts as they are, nothing as empty, objects as JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return isNothing(value) ? '' : JSON.stringify(value);
}

export interface Scope {
  record: JsonObject;
  previous: JsonObject | undefined;
  /** Rows that lookups found, under their output_key. */
  outputs: Map<string, JsonObject>;
  now: Date;
}

export function readField(scope: Scope, field: string): unknown {
  if (Object.hasOwn(scope.record, field)) return scope.record[field];
  const [head = '', ...rest] = field.split('.');
  const now = scope.now.toISOString();
  if (rest.length === 0) return ownValue({ now, today: now.slice(0, 10) }, head);
  const { record, outputs } = scope;
  const known = head === 'record' || head === 'previous' ? scope[head] : outputs.get(head);
  const root = known ?? ownValue(record, head);
  return rest.reduce<unknown>(
    (value, key) => (isObject(value) ? ownValue(value, key) : undefined),
    root,
  );
}

const TEMPLATE = /\{\{\s*([^{}]+?)\s*\}\}/g;
const WHOLE_TEMPLATE = /^\{\{\s*([^{}]+?)\s*\}\}$/;

/** A config value with its templates filled in: `{{quantity}}` alone keeps its type; inside a text it becomes text. */
export function resolve(scope: Scope, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const whole = WHOLE_TEMPLATE.exec(value);
  return whole === null ? render(scope, value) : readField(scope, whole[1] ?? '');
}

/** A text with its templates filled in; what is not known stays as it is written. */
export function render(scope: Scope, text: string): string {
  return text.replace(TEMPLATE, (written, field: string) => {
    const value = readField(scope, field);
    return isNothing(value) ? written : asText(value);
  });
}
