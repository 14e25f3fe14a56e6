import { format as formatDate, isValid, parseISO } from 'date-fns';
import type { ColumnFormat, ConditionalFormat } from '../../../../src/platform/types.js';
import { formatLocale } from '../../texts/texts.js';
import { words, type TableColumn } from './table-columns.js';
import { t } from './texts.js';

/** A value as it is shown: its words, and what sort of thing it is drawn as. */
interface CellText {
  text: string;
  as: 'text' | 'badge' | 'yes' | 'no' | 'empty';
  /** The value as it is stored, where the words say less. */
  title?: string;
}

const EMPTY: CellText = { text: '—', as: 'empty' };

/** A value in the format of its column; one that does not fit is shown as it is. */
export function cellText(value: unknown, column: Pick<TableColumn, 'type' | 'format'>): CellText {
  if (value === null || value === undefined || value === '') return EMPTY;
  // Blanks would be drawn as nothing; their place says that there is nothing to read.
  if (typeof value === 'string' && value.trim() === '') return { ...EMPTY, title: value };
  if (typeof value === 'boolean') return booleanText(value, column.format);
  if (column.type === 'status') return statusText(plain(value));
  const { format } = column;
  if (column.type === 'uuid' && format === undefined) return shortId(plain(value));
  if (format !== undefined) return formatted(value, format);
  return { text: typeof value === 'number' ? numberText(value) : plain(value), as: 'text' };
}

function booleanText(value: boolean, format: ColumnFormat | undefined): CellText {
  const label = value ? format?.true_label : format?.false_label;
  return { text: label ?? (value ? t('Yes') : t('No')), as: value ? 'yes' : 'no' };
}

/** A status in words; one of separators alone has none and stays as it is. */
function statusText(status: string): CellText {
  return { text: words(status) || status, as: 'badge', title: status };
}

/** Nobody reads a whole id; its first part tells rows apart. */
function shortId(id: string): CellText {
  return id.length <= 12
    ? { text: id, as: 'text' }
    : { text: `${id.slice(0, 8)}…`, as: 'text', title: id };
}

function formatted(value: unknown, format: ColumnFormat): CellText {
  const raw = plain(value);
  const text =
    format.type === 'date' || format.type === 'datetime'
      ? dateText(raw, format.pattern)
      : amountText(value, format);
  return text === undefined || text === raw
    ? { text: raw, as: 'text' }
    : { text, as: 'text', title: raw };
}

/** A date in date-fns tokens; undefined when either is none. */
function dateText(value: string, pattern: string | undefined): string | undefined {
  const date = parseISO(value);
  if (!isValid(date) || pattern === undefined) return undefined;
  try {
    return formatDate(date, pattern);
  } catch {
    // A pattern that date-fns does not know; the platform's check names it.
    return undefined;
  }
}

/** Numbers of the database that are too long for JSON come as text. */
function amountText(value: unknown, format: ColumnFormat): string | undefined {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined;
  try {
    return numberFormat(format).format(amount);
  } catch {
    // A currency that is no code of three letters.
    return undefined;
  }
}

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat({ type, precision, currency }: ColumnFormat): Intl.NumberFormat {
  const key = `${type} ${precision} ${currency}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const digits =
    precision === undefined
      ? {}
      : { minimumFractionDigits: precision, maximumFractionDigits: precision };
  const style =
    type === 'currency'
      ? { style: 'currency', currency: currency ?? '', currencyDisplay: 'narrowSymbol' }
      : type === 'percent'
        ? { style: 'percent' }
        : {};
  const made = new Intl.NumberFormat(formatLocale, {
    ...style,
    ...digits,
  } as Intl.NumberFormatOptions);
  formats.set(key, made);
  return made;
}

function numberText(value: number): string {
  return value.toLocaleString(formatLocale, { maximumFractionDigits: 10 });
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

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
