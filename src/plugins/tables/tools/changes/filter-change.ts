import { sameJson } from '../diff.js';
import {
  sourceOf,
  type Filter,
  type FilterOperator,
  type TableConfig,
  refuse,
  type Changed,
} from '../config-model.js';
import type { Facts } from '../facts.js';
import { findColumn, refersTo, configColumns, type ConfigColumn } from '../references.js';
import { filterValue, requireOperator, toOperator } from './filter-value.js';

export const filterOperations = ['add', 'remove', 'replace', 'clear'] as const;
export type FilterOperation = (typeof filterOperations)[number];

/** One change of filters; which fields count depends on the operation. */
export interface FilterChange {
  operation: FilterOperation;
  column?: string;
  /** One of the config's operators, or `contains`, `starts_with`, `ends_with`. */
  operator?: string;
  value?: unknown;
  dynamic?: boolean;
  label?: string;
}

/** Changes which rows a table shows. `facts` must hold the config's tables. Pure. */
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
