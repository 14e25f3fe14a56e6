import type { ColumnInfo, Filter, FilterOperator } from '../../../../src/platform/types.js';
import { sql, type SQL } from 'drizzle-orm';
import { exactInstant } from '../../shared/instant.js';
import { takesNoValue } from '../validation/filter-value.js';
import type { Scope } from '../validation/scope.js';
import { resolvedSql } from './expressions.js';

/** The conditions of a config, and what was left out and why. */
export interface Conditions {
  where: SQL;
  notes: string[];
}

/** Turns the filters of a valid config into one condition. A dynamic filter without a value is left out with a note. */
export function conditionsOf(filters: readonly Filter[], scope: Scope): Conditions {
  const notes: string[] = [];
  const parts: SQL[] = [];
  for (const filter of filters) {
    if (isOpen(filter)) notes.push(noteOf(filter));
    else parts.push(conditionOf(filter, scope));
  }
  return { where: parts.length === 0 ? sql`true` : sql.join(parts, sql` and `), notes };
}

function isOpen(filter: Filter): boolean {
  const isEmpty = filter.value === undefined || filter.value === null;
  return filter.dynamic === true && isEmpty && !takesNoValue(filter.operator);
}

function noteOf(filter: Filter): string {
  return `The filter '${filter.label ?? filter.column}' was left out: it is dynamic and the user has not chosen a value yet.`;
}

const signs: Readonly<Record<Exclude<FilterOperator, 'in' | 'is_null' | 'is_not_null'>, SQL>> = {
  eq: sql.raw('='),
  neq: sql.raw('is distinct from'),
  gt: sql.raw('>'),
  gte: sql.raw('>='),
  lt: sql.raw('<'),
  lte: sql.raw('<='),
  like: sql.raw('like'),
  ilike: sql.raw('ilike'),
};

function conditionOf(filter: Filter, scope: Scope): SQL {
  const resolved = scope.resolve(filter.column);
  if (resolved === undefined) throw new Error(`the config was not validated: ${filter.column}`);
  const { info } = resolved;
  const column = comparable(resolvedSql(resolved), info);
  if (filter.operator === 'is_null') return sql`${column} is null`;
  if (filter.operator === 'is_not_null') return sql`${column} is not null`;
  if (filter.operator === 'in') {
    const values = (filter.value as unknown[]).map((value) => bound(value, info));
    return sql`${column} in (${sql.join(values, sql`, `)})`;
  }
  return sql`${column} ${signs[filter.operator]} ${bound(filter.value, info)}`;
}

/** Enums and types we show as text are compared as text. */
function comparable(column: SQL, info: ColumnInfo): SQL {
  const isText = info.type === 'status' || (info.type === 'string' && info.pg_type !== 'text');
  return isText ? sql`${column}::text` : column;
}

/** A bound value with its type written out, because PostgreSQL would else guess it from the column. */
function bound(value: unknown, info: ColumnInfo): SQL {
  switch (info.type) {
    case 'number':
      return sql`${value}::numeric`;
    case 'boolean':
      return sql`${value}::boolean`;
    case 'uuid':
      return sql`${value}::uuid`;
    case 'datetime':
      return boundInstant(String(value), info);
    case 'string':
    case 'status':
      return sql`${value}::text`;
  }
}

function boundInstant(value: string, info: ColumnInfo): SQL {
  const instant = exactInstant(value) ?? value;
  return info.pg_type === 'date'
    ? sql`${instant.slice(0, 10)}::date`
    : sql`${instant}::timestamptz`;
}
