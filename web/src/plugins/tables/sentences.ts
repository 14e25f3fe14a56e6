import type {
  ColumnFormat,
  ConditionalFormat,
  Filter,
  FilterOperator,
  FilterValue,
  ForeignTable,
  RowAction,
  TableAction,
  TableConfig,
  VisualColumn,
} from '../../../../src/platform/types.js';
import { nameOfReference, sourceOf, words } from './table-columns.js';
import { t } from './texts.js';
import { formatLocale } from '../../texts/texts.js';

/** What comparisons are called. */
export const OPERATORS = (): Readonly<Record<FilterOperator, string>> => ({
  eq: t('is'),
  neq: t('is not'),
  gt: t('is greater than'),
  gte: t('is at least'),
  lt: t('is less than'),
  lte: t('is at most'),
  in: t('is one of'),
  like: t('matches'),
  ilike: t('matches'),
  is_null: t('is empty'),
  is_not_null: t('is not empty'),
});

const TIMES = (): Partial<Record<FilterOperator, string>> => ({
  gt: t('is after'),
  gte: t('is on or after'),
  lt: t('is before'),
  lte: t('is on or before'),
});

/** A filter as people say it: “Quantity is less than 20”, “Name contains “steel””. */
export function filterSentence(config: TableConfig, filter: Filter): string {
  const name = filter.label ?? nameOfReference(config, filter.column);
  const noValue = filter.value === undefined || filter.value === null;
  if (filter.dynamic === true && noValue && !takesNone(filter.operator)) {
    return t('{name}: chosen by the user', { name });
  }
  const said = `${name} ${condition(filter.operator, filter.value)}`;
  return filter.dynamic === true ? t('{said}, can be changed by the user', { said }) : said;
}

function condition(operator: FilterOperator, value: FilterValue | undefined): string {
  if (takesNone(operator)) return OPERATORS()[operator];
  if (operator === 'like' || operator === 'ilike') return searchWords(value);
  const verb = isDate(value) ? TIMES()[operator] : undefined;
  return `${verb ?? OPERATORS()[operator] ?? operator} ${valueWords(value)}`;
}

function takesNone(operator: FilterOperator): boolean {
  return operator === 'is_null' || operator === 'is_not_null';
}

/** `%steel%` says what it looks for; any other pattern is shown as it is. */
function searchWords(value: FilterValue | undefined): string {
  const [, start = '', text = '', end = ''] = /^(%?)([^%_]*)(%?)$/.exec(String(value)) ?? [];
  if (text === '') return t('matches {value}', { value: valueWords(value) });
  if (start && end) return t('contains {text}', { text: valueWords(text) });
  if (start) return t('ends with {text}', { text: valueWords(text) });
  return end
    ? t('begins with {text}', { text: valueWords(text) })
    : t('is {text}', { text: valueWords(text) });
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}

const SHOWN_VALUES = 5;

function valueWords(value: FilterValue | undefined): string {
  if (!Array.isArray(value)) return oneValue(value);
  const shown = value.slice(0, SHOWN_VALUES).map(oneValue);
  const more = value.length - shown.length;
  if (more > 0) return t('{shown} and {more} more', { shown: shown.join(', '), more });
  return shown.length < 2
    ? shown.join('')
    : t('{shown} or {at}', { shown: shown.slice(0, -1).join(', '), at: shown.at(-1) ?? '' });
}

function oneValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number')
    return value.toLocaleString(formatLocale, { maximumFractionDigits: 10 });
  return isDate(value) ? String(value) : t('“{value}”', { value: String(value) });
}

const TONES = (): Readonly<Record<ConditionalFormat['style'], string>> => ({
  success: t('green'),
  warning: t('amber'),
  danger: t('red'),
  info: t('blue'),
  muted: t('grey'),
});

/** “On hand is red when it is less than 20”. */
export function formattingSentence(config: TableConfig, rule: ConditionalFormat): string {
  const name = nameOfReference(config, rule.column);
  return t('{name} is {tone} when it {condition}', {
    name,
    tone: TONES()[rule.style] ?? rule.style,
    condition: condition(rule.operator, rule.value),
  });
}

/** “products, by product_id, only rows that have one”. */
export function joinSentence(join: ForeignTable): string {
  const name =
    join.alias === undefined
      ? join.table
      : t('{table} as {alias}', { table: join.table, alias: join.alias });
  const kept = {
    inner: t('only rows that have one'),
    left: t('where there is one'),
    right: t('all of them'),
    full: t('all of both'),
  }[join.join_type ?? 'left'];
  return t('{schema}.{name} by {relationship_from}, {kept}', {
    schema: join.schema,
    name,
    relationship_from: join.relationship_from,
    kept,
  });
}

/** “Open (view)”, “Order (link to /orders/{id}, asks first)”. */
export function actionSentence(action: RowAction | TableAction): string {
  const target = action.url === undefined ? action.action : t('link to {url}', { url: action.url });
  const asks = 'confirm' in action && action.confirm;
  return `${action.label} (${asks ? t('{target}, asks first', { target }) : target})`;
}

const SIGNS = () => ({
  add: ' + ',
  subtract: ' − ',
  multiply: ' × ',
  divide: ' ÷ ',
  concat: ` ${t('then')} `,
});

/** What a column shows, in a few words: “number, as EUR with 2 decimals”. */
export function columnSentence(config: TableConfig, column: VisualColumn): string {
  const said: string[] = [column.type];
  if (column.compute !== undefined) {
    const names = (column.compute.columns ?? []).map((key) => nameOfReference(config, key));
    said.push(names.join(SIGNS()[column.compute.operation] ?? ', '));
  }
  if (column.format !== undefined) said.push(formatWords(column.format));
  if (column.lookup !== undefined)
    said.push(`${column.lookup.table} ${words(column.lookup.label_column)}`);
  if (column.link !== undefined) said.push(t('links to {url}', { url: column.link.url }));
  if (column.editable !== undefined) said.push(t('can be edited'));
  return said.join(', ');
}

/** “yyyy-MM-dd”, “EUR with 2 decimals”, “percent”. */
export function formatWords({ type, pattern, precision, currency }: ColumnFormat): string {
  const name = pattern ?? (type === 'currency' ? (currency ?? type) : type);
  if (precision === undefined) return name;
  return t('{name} with {n} decimal | {name} with {n} decimals', { name, n: precision });
}

/** The table that the rows come from, with its schema. */
export function sourceName(config: TableConfig): string {
  const { schema, source } = sourceOf(config);
  return `${schema}.${source}`;
}
