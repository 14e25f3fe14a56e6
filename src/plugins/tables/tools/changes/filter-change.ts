import { sameJson } from '../diff.js';
import {
  sourceOf,
  type Filter,
  type FilterOperator,
  type TableConfig,
  refuse,
  type Changed,
  type ColumnType,
  type FilterValue,
  type Sort,
  type SortDirection,
} from '../config-model.js';
import type { Facts } from '../facts.js';
import { findColumn, refersTo, configColumns, type ConfigColumn } from '../references.js';
import { isUuid } from '../../../../foundation/ids.js';
import { ownValue } from '../../../../foundation/json.js';

export const textSearches = ['contains', 'starts_with', 'ends_with'] as const;

const EMPTY = ['is_null', 'is_not_null'] as const;
const COMPARE = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', ...EMPTY] as const;
const EQUAL = ['eq', 'neq', 'in', ...EMPTY] as const;

/** Which operators fit which database type (docs/table-configs.md). */
export const fittingOperators: Partial<Record<ColumnType, readonly FilterOperator[]>> = {
  string: [...EQUAL, 'like', 'ilike'],
  number: COMPARE,
  datetime: COMPARE,
  boolean: ['eq', 'neq', ...EMPTY],
  uuid: EQUAL,
  status: EQUAL,
};

function isTextSearch(operator: string): boolean {
  return (textSearches as readonly string[]).includes(operator);
}

function toOperator(operator: string): FilterOperator {
  return isTextSearch(operator) ? 'ilike' : (operator as FilterOperator);
}

/** The config's operator for one of a call; one that does not fit the column is refused with those that do. */
export function requireOperator(
  { column, reference }: ConfigColumn,
  wanted: string,
): FilterOperator {
  const operator = toOperator(wanted);
  const fitting = fittingOperators[column.type] ?? EQUAL;
  if (fitting.includes(operator)) return operator;
  return refuse(
    `"${wanted}" does not fit ${reference}, a ${column.type} column; fitting: ${fitting.join(', ')}.`,
    fitting,
  );
}

/** A value in the type of the column: `"50"` becomes 50 for a number, `shipped` an enum's value; a list for `in`. */
function filterValue(place: ConfigColumn, operator: string, value: unknown): FilterValue {
  if (operator === 'in') {
    const items = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
    return [items].flat().map((item) => scalar(place, item));
  }
  if (Array.isArray(value)) {
    return refuse(`"${operator}" takes one value; for several use operator "in".`);
  }
  const one = scalar(place, value);
  if (!isTextSearch(operator)) return one;
  const text = String(one).replace(/[\\%_]/g, '\\$&');
  return `${operator === 'starts_with' ? '' : '%'}${text}${operator === 'ends_with' ? '' : '%'}`;
}

const WORDS = {
  true: true,
  yes: true,
  '1': true,
  on: true,
  false: false,
  no: false,
  '0': false,
  off: false,
} as const;

function scalar(place: ConfigColumn, value: unknown): string | number | boolean {
  const { type, enum: values } = place.column;
  const text = String(value).trim();
  switch (type) {
    case 'number': {
      const digits = text.replace(/[€$£%\s]/g, '');
      const number = Number(digits);
      return digits !== '' && Number.isFinite(number) ? number : wrong(place, text, 'a number');
    }
    case 'boolean':
      return ownValue<boolean>(WORDS, text.toLowerCase()) ?? wrong(place, text, 'true or false');
    case 'datetime':
      return /^\d{4}-\d{2}-\d{2}/.test(text)
        ? text
        : wrong(place, text, 'a date like 2026-03-01 or 2026-03-01T08:00:00Z');
    case 'uuid':
      return isUuid(text)
        ? text
        : wrong(place, text, 'a UUID; to filter by a name, join that table');
    default: {
      if (values === undefined) return String(value);
      const plain = (item: string) => item.toLowerCase().replace(/[\s_-]+/g, '_');
      const found = values.find((item) => plain(item) === plain(text));
      return found ?? wrong(place, text, `one of ${values.join(', ')}`, values);
    }
  }
}

function wrong(
  place: ConfigColumn,
  text: string,
  expected: string,
  allowed: readonly string[] = [],
): never {
  return refuse(
    `"${text}" is not a value of ${place.reference}, which takes ${expected}.`,
    allowed,
  );
}

export const filterOperations = ['add', 'remove', 'replace', 'clear'] as const;
type FilterOperation = (typeof filterOperations)[number];

export interface FilterChange {
  operation: FilterOperation;
  column?: string;
  /** One of the config's operators, or `contains`, `starts_with`, `ends_with`. */
  operator?: string;
  value?: unknown;
  dynamic?: boolean;
  label?: string;
}

export function changeFilters(base: TableConfig, change: FilterChange, facts: Facts): Changed {
  const config = structuredClone(base);
  const source = sourceOf(config);
  const filters = source.filters ?? [];
  if (change.operation === 'clear') {
    if (filters.length === 0) refuse('The table has no filters.');
    source.filters = [];
    return { config, summary: [`removed all ${filters.length} filters`] };
  }
  const wanted =
    change.column ?? refuse(`Operation "${change.operation}" needs "column".${existing(filters)}`);
  const places = configColumns(config, facts);
  const place = findColumn(places, wanted);
  const same = (filter: Filter) => refersTo(places, filter.column, place);
  if (change.operation === 'remove') {
    const gone = filters.filter((filter) => same(filter) && fits(filter, change, place));
    if (gone.length === 0) refuse(`There is no such filter on "${wanted}".${existing(filters)}`);
    source.filters = filters.filter((filter) => !gone.includes(filter));
    return { config, summary: gone.map((filter) => `removed the filter ${describe(filter)}`) };
  }
  const filter = toFilter(place, change);
  if (filters.some((other) => sameJson(other, filter))) {
    refuse(`The filter ${describe(filter)} is already there.`);
  }
  const others = change.operation === 'replace' ? filters.filter((item) => !same(item)) : filters;
  source.filters = [...others, filter];
  const replaced = filters.length - others.length;
  const verb = replaced > 0 ? 'replaced the filter on this column by' : 'added the filter';
  return { config, summary: [`${verb} ${describe(filter)}`] };
}

/** True when a filter has the operator and value that the change names; unnamed ones always fit. */
function fits(filter: Filter, change: FilterChange, place: ConfigColumn): boolean {
  if (change.operator === undefined) return true;
  const operator = toOperator(change.operator);
  if (filter.operator !== operator) return false;
  if (change.value === undefined) return true;
  return sameJson(filter.value, filterValue(place, change.operator, change.value));
}

function toFilter(place: ConfigColumn, change: FilterChange): Filter {
  const wanted = change.operator ?? (Array.isArray(change.value) ? 'in' : 'eq');
  const operator = requireOperator(place, wanted);
  const filter: Filter = { column: place.reference, operator };
  const valueless = operator === 'is_null' || operator === 'is_not_null';
  if (!valueless && change.value !== undefined && change.value !== null) {
    filter.value = filterValue(place, wanted, change.value);
  } else if (!valueless && change.dynamic !== true) {
    refuse(
      `A filter with "${operator}" needs "value" (or "dynamic": true to let users choose it).`,
    );
  }
  if (change.dynamic !== undefined) filter.dynamic = change.dynamic;
  if (change.label !== undefined) filter.label = change.label;
  return filter;
}

const SIGNS: Record<FilterOperator, string> = {
  eq: '=',
  neq: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  in: 'is one of',
  like: 'is like',
  ilike: 'is like',
  is_null: 'is empty',
  is_not_null: 'is not empty',
};

/** A filter as a short text: `quantity > 0`. */
export function describe({ column, operator, value, dynamic }: Filter): string {
  const shown = Array.isArray(value) ? value.join(', ') : (value ?? '');
  const chosen = dynamic === true && shown === '' ? '(chosen by the user)' : String(shown);
  return `${column} ${SIGNS[operator] ?? operator} ${chosen}`.trim();
}

function existing(filters: readonly Filter[]): string {
  return filters.length === 0
    ? ' The table has no filters.'
    : ` Its filters: ${filters.map(describe).join('; ')}.`;
}

export const sortOperations = ['set', 'add', 'remove', 'clear'] as const;
export type SortOperation = (typeof sortOperations)[number];

export interface SortChange {
  operation: SortOperation;
  sorts: readonly { column: string; direction?: SortDirection }[];
}

export function changeSort(base: TableConfig, change: SortChange, facts: Facts): Changed {
  const config = structuredClone(base);
  const source = sourceOf(config);
  const before = source.sort ?? [];
  if (change.operation === 'clear') {
    if (before.length === 0) refuse('The table has no sort order.');
    source.sort = [];
    return { config, summary: ['removed the sort order'] };
  }
  if (change.sorts.length === 0) refuse(`Operation "${change.operation}" needs "column".`);
  const places = configColumns(config, facts);
  const wanted = change.sorts.map(({ column, direction = 'asc' }): Sort => {
    const place = findColumn(places, column);
    const present = before.find((sort) => refersTo(places, sort.column, place));
    return { column: present?.column ?? place.reference, direction };
  });
  const step = { set: () => wanted, add: merge, remove: without };
  source.sort = step[change.operation](before, wanted);
  return { config, summary: [`the rows are now sorted by ${describeSorts(source.sort)}`] };
}

/** Appends sorts; one on the same column only changes its direction, in place. */
function merge(before: readonly Sort[], wanted: readonly Sort[]): Sort[] {
  const result = before.map((sort) => {
    const change = wanted.find((item) => item.column === sort.column);
    return change === undefined ? sort : { ...sort, direction: change.direction };
  });
  const added = wanted.filter((item) => !before.some((sort) => sort.column === item.column));
  const priorities = before.flatMap((sort) => sort.priority ?? []);
  let next = Math.max(0, ...priorities);
  const numbered = added.map((sort) =>
    priorities.length === 0 ? sort : { ...sort, priority: (next += 1) },
  );
  return [...result, ...numbered];
}

function without(before: readonly Sort[], wanted: readonly Sort[]): Sort[] {
  for (const { column } of wanted) {
    if (!before.some((sort) => sort.column === column)) {
      refuse(`The rows are not sorted by "${column}" but by ${describeSorts(before)}.`);
    }
  }
  return before.filter((sort) => !wanted.some((item) => item.column === sort.column));
}

/** A sort order as a short text, most important first: `name ascending, price descending`. */
export function describeSorts(sorts: readonly Sort[]): string {
  if (sorts.length === 0) return 'nothing';
  return sorts
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
    .map(({ column, direction }) => `${column} ${direction === 'asc' ? 'ascending' : 'descending'}`)
    .join(', ');
}
