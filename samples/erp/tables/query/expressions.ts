import { type SQL, sql } from 'drizzle-orm';
import {
  joinEnds,
  type RuleContext,
  type ResolvedColumn,
  type Scope,
  type ScopeTable,
} from '../validation/scope.js';
import type {
  ColumnInfo,
  Compute,
  ComputeOperation,
  JoinType,
  Filter,
  FilterOperator,
} from '../../../../src/platform/types.js';
import { exactInstant } from '../../shared/fields.js';
import { isOpen } from '../validation/rules/columns.js';

/** The SQL name of a table of the query: our own, by number, so that no name of a config becomes one. */
export function aliasOf(table: ScopeTable): SQL {
  return sql.identifier(`t${table.index}`) as unknown as SQL;
}

/** A column of the database. Its name comes from the database's own catalog. */
export function columnSql(table: ScopeTable, info: ColumnInfo): SQL {
  return sql`${aliasOf(table)}.${sql.identifier(info.name)}`;
}

export function resolvedSql(column: ResolvedColumn): SQL {
  return columnSql(column.table, column.info);
}

const signs: Readonly<Record<Exclude<ComputeOperation, 'concat'>, SQL>> = {
  add: sql.raw('+'),
  subtract: sql.raw('-'),
  multiply: sql.raw('*'),
  divide: sql.raw('/'),
};

/** A computed value, from left to right; dividing by zero gives null, and so does a number that is absent. */
export function computeSql(compute: Compute, scope: Scope): SQL {
  const operands = compute.columns.map((key) => {
    const { table, info } = validated(scope.selectedBy(key), key);
    return columnSql(table, validated(info, key));
  });
  if (compute.operation === 'concat') {
    return sql`concat_ws(' ', ${sql.join(operands, sql`, `)})`;
  }
  const divides = compute.operation === 'divide';
  const sign = signs[compute.operation];
  return operands.reduce((left, right) => {
    const value = sql`${right}::numeric`;
    return sql`(${left}::numeric ${sign} ${divides ? sql`nullif(${value}, 0)` : value})`;
  });
}

/** What a valid config has. */
export function validated<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the config was not validated: ${what}`);
  return found;
}

const kinds: Readonly<Record<JoinType, SQL>> = {
  inner: sql.raw('inner join'),
  left: sql.raw('left join'),
  right: sql.raw('right join'),
  full: sql.raw('full join'),
};

export function fromSql({ source, scope }: RuleContext): SQL {
  const joins = (source.select.foreign_tables ?? []).map((foreign, index) => {
    const { from, fromColumn, to, toColumn } = joinEnds(scope, foreign, index);
    const what = `join ${index}`;
    const left = columnSql(validated(from, what), validated(fromColumn, what));
    const kind = kinds[foreign.join_type ?? 'left'];
    return sql`${kind} ${tableSql(to)} on ${left} = ${columnSql(to, validated(toColumn, what))}`;
  });
  const first = validated(scope.tables[0], 'the source');
  return sql.join([sql`from ${tableSql(first)}`, ...joins], sql` `);
}

function tableSql(table: ScopeTable): SQL {
  const { schema, name } = validated(table.info, table.path);
  return sql`${sql.identifier(schema)}.${sql.identifier(name)} ${aliasOf(table)}`;
}

/** Turns the filters of a valid config into one condition. A dynamic filter without a value is left out with a note. */
export function conditionsOf(filters: readonly Filter[], scope: Scope) {
  const notes: string[] = [];
  const parts: SQL[] = [];
  for (const filter of filters) {
    if (isOpen(filter))
      notes.push(
        `The filter '${filter.label ?? filter.column}' was left out: it is dynamic and the user has not chosen a value yet.`,
      );
    else parts.push(conditionOf(filter, scope));
  }
  return { where: parts.length === 0 ? sql`true` : sql.join(parts, sql` and `), notes };
}

const comparisons: Readonly<
  Record<Exclude<FilterOperator, 'in' | 'is_null' | 'is_not_null'>, SQL>
> = {
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
  const resolved = validated(scope.resolve(filter.column), filter.column);
  const { info } = resolved;
  const column = comparable(resolvedSql(resolved), info);
  if (filter.operator === 'is_null') return sql`${column} is null`;
  if (filter.operator === 'is_not_null') return sql`${column} is not null`;
  if (filter.operator === 'in') {
    const values = (filter.value as unknown[]).map((value) => bound(value, info));
    return sql`${column} in (${sql.join(values, sql`, `)})`;
  }
  return sql`${column} ${comparisons[filter.operator]} ${bound(filter.value, info)}`;
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
