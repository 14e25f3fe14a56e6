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
} from '../../../../samples/erp/client/types.js';
import { nameOfReference, sourceOf, words } from './table-columns.js';

const OPERATORS: Readonly<Record<FilterOperator, string>> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in: 'is one of',
  like: 'matches',
  ilike: 'matches',
  is_null: 'is empty',
  is_not_null: 'is not empty',
};

const TIMES: Partial<Record<FilterOperator, string>> = {
  gt: 'is after',
  gte: 'is on or after',
  lt: 'is before',
  lte: 'is on or before',
};

/** A filter as people say it: “Quantity is less than 20”, “Name contains “steel””. */
export function filterSentence(config: TableConfig, filter: Filter): string {
  const name = filter.label ?? nameOfReference(config, filter.column);
  const noValue = filter.value === undefined || filter.value === null;
  if (filter.dynamic === true && noValue && !takesNone(filter.operator)) {
    return `${name}: chosen by the user`;
  }
  return `${name} ${condition(filter.operator, filter.value)}${filter.dynamic === true ? ', can be changed by the user' : ''}`;
}

function condition(operator: FilterOperator, value: FilterValue | undefined): string {
  if (takesNone(operator)) return OPERATORS[operator];
  if (operator === 'like' || operator === 'ilike') return searchWords(value);
  const verb = isDate(value) ? TIMES[operator] : undefined;
  return `${verb ?? OPERATORS[operator] ?? operator} ${valueWords(value)}`;
}

function takesNone(operator: FilterOperator): boolean {
  return operator === 'is_null' || operator === 'is_not_null';
}

/** `%steel%` says what it looks for; any other pattern is shown as it is. */
function searchWords(value: FilterValue | undefined): string {
  const [, start = '', text = '', end = ''] = /^(%?)([^%_]*)(%?)$/.exec(String(value)) ?? [];
  if (text === '') return `matches ${valueWords(value)}`;
  if (start && end) return `contains ${valueWords(text)}`;
  if (start) return `ends with ${valueWords(text)}`;
  return end ? `begins with ${valueWords(text)}` : `is ${valueWords(text)}`;
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}

const SHOWN_VALUES = 5;

function valueWords(value: FilterValue | undefined): string {
  if (!Array.isArray(value)) return oneValue(value);
  const shown = value.slice(0, SHOWN_VALUES).map(oneValue);
  const more = value.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

function oneValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 10 });
  return isDate(value) ? String(value) : `“${String(value)}”`;
}

const TONES: Readonly<Record<ConditionalFormat['style'], string>> = {
  success: 'green',
  warning: 'amber',
  danger: 'red',
  info: 'blue',
  muted: 'grey',
};

/** “On hand is red when it is less than 20”. */
export function formattingSentence(config: TableConfig, rule: ConditionalFormat): string {
  const name = nameOfReference(config, rule.column);
  return `${name} is ${TONES[rule.style] ?? rule.style} when it ${condition(rule.operator, rule.value)}`;
}

/** “products, by product_id, only rows that have one”. */
export function joinSentence(join: ForeignTable): string {
  const name = join.alias === undefined ? join.table : `${join.table} as ${join.alias}`;
  const kept = {
    inner: 'only rows that have one',
    left: 'where there is one',
    right: 'all of them',
    full: 'all of both',
  }[join.join_type ?? 'left'];
  return `${join.schema}.${name} by ${join.relationship_from}, ${kept}`;
}

/** “Open (view)”, “Order (link to /orders/{id}, asks first)”. */
export function actionSentence(action: RowAction | TableAction): string {
  const target = action.url === undefined ? action.action : `link to ${action.url}`;
  const asks = 'confirm' in action && action.confirm ? ', asks first' : '';
  return `${action.label} (${target}${asks})`;
}

const SIGNS = { add: ' + ', subtract: ' − ', multiply: ' × ', divide: ' ÷ ', concat: ' then ' };

/** What a column shows, in a few words: “number, as EUR with 2 decimals”. */
export function columnSentence(config: TableConfig, column: VisualColumn): string {
  const said: string[] = [column.type];
  if (column.compute !== undefined) {
    const names = (column.compute.columns ?? []).map((key) => nameOfReference(config, key));
    said.push(names.join(SIGNS[column.compute.operation] ?? ', '));
  }
  if (column.format !== undefined) said.push(formatWords(column.format));
  if (column.lookup !== undefined)
    said.push(`${column.lookup.table} ${words(column.lookup.label_column)}`);
  if (column.link !== undefined) said.push(`links to ${column.link.url}`);
  if (column.editable !== undefined) said.push('can be edited');
  return said.join(', ');
}

/** “yyyy-MM-dd”, “EUR with 2 decimals”, “percent”. */
export function formatWords({ type, pattern, precision, currency }: ColumnFormat): string {
  const name = pattern ?? (type === 'currency' ? (currency ?? type) : type);
  if (precision === undefined) return name;
  return `${name} with ${precision} decimal${precision === 1 ? '' : 's'}`;
}

/** The table that the rows come from, with its schema. */
export function sourceName(config: TableConfig): string {
  const { schema, source } = sourceOf(config);
  return `${schema}.${source}`;
}
