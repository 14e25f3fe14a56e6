import type { ConditionalFormat } from '../../../../src/platform/types.js';

/** The style of the first rule that holds for a value of the column; undefined when none does. */
export function toneOf(
  rules: readonly ConditionalFormat[],
  key: string,
  value: unknown,
): ConditionalFormat['style'] | undefined {
  return rules.find((rule) => rule.column === key && holds(rule, value))?.style;
}

function holds({ operator, value: wanted }: ConditionalFormat, value: unknown): boolean {
  const missing = value === null || value === undefined;
  switch (operator) {
    case 'is_null':
      return missing;
    case 'is_not_null':
      return !missing;
    case 'neq':
      return !same(value, wanted);
    case 'in':
      return Array.isArray(wanted) && wanted.some((one) => same(value, one));
    case 'eq':
      return same(value, wanted);
    case 'like':
    case 'ilike':
      return !missing && pattern(String(wanted), operator === 'ilike').test(text(value));
    default:
      return !missing && compares(operator, compared(value, wanted));
  }
}

function compares(operator: 'gt' | 'gte' | 'lt' | 'lte', order: number): boolean {
  if (operator === 'gt') return order > 0;
  if (operator === 'gte') return order >= 0;
  return operator === 'lt' ? order < 0 : order <= 0;
}

function same(value: unknown, wanted: unknown): boolean {
  return value === wanted || compared(value, wanted) === 0;
}

/** Numbers as numbers, also those that come as text, instants by time; NaN where nothing compares. */
function compared(value: unknown, wanted: unknown): number {
  if (typeof wanted === 'number') return value === null ? NaN : Number(value) - wanted;
  if (typeof value !== 'string' || typeof wanted !== 'string') return NaN;
  const times = Date.parse(value) - Date.parse(wanted);
  if (/^\d{4}-\d{2}-\d{2}/.test(wanted) && !Number.isNaN(times)) return times;
  return value < wanted ? -1 : Number(value > wanted);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A pattern of SQL: `%` is any text, `_` any character. */
function pattern(like: string, anyCase: boolean): RegExp {
  const escaped = like.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(
    `^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`,
    anyCase ? 'isu' : 'su',
  );
}
