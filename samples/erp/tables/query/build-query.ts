import type { Sort } from '../../../../src/platform/types.js';
import { sql, type SQL } from 'drizzle-orm';
import type { RuleContext } from '../validation/rule.js';
import type { Scope } from '../validation/scope.js';
import { columnSql, computeSql, fromSql, resolvedSql } from './expressions.js';
import { conditionsOf } from './filters.js';

/** The statements of one page of a config's rows. */
export interface ConfigQuery {
  rows: SQL;
  total: SQL;
  /** Column number `c0`, `c1`… of `rows` → key. */
  keys: string[];
  notes: string[];
}

/** Larger than any priority. */
const UNRANKED = 1_000_000;

/** Builds the query of a valid config. `limit` and `offset` are whole numbers from the caller. */
export function buildQuery(context: RuleContext, limit: number, offset: number): ConfigQuery {
  const columns = outputColumns(context);
  const { where, notes } = conditionsOf(context.source.filters ?? [], context.scope);
  const from = fromSql(context);
  const list = columns.map(({ value }, index) => sql`${value} as ${sql.identifier(`c${index}`)}`);
  return {
    rows: sql`select ${sql.join(list, sql`, `)} ${from} where ${where} ${orderBy(context)} limit ${limit}::bigint offset ${offset}::bigint`,
    total: sql`select count(*) as total ${from} where ${where}`,
    keys: columns.map((column) => column.key),
    notes,
  };
}

/** Every value a row has: selected columns, then computed ones. */
export function outputColumns({ scope, visual }: RuleContext): { key: string; value: SQL }[] {
  const selected = scope.selected.map(({ key, table, info }) => {
    if (info === undefined) throw new Error(`the config was not validated: ${key}`);
    return { key, value: columnSql(table, info) };
  });
  const computed = [...visual].flatMap(([key, column]) =>
    column.compute === undefined ? [] : [{ key, value: computeSql(column.compute, scope) }],
  );
  return [...selected, ...computed];
}

/** By priority, then as listed; last the primary key, so that pages never overlap. */
function orderBy(context: RuleContext): SQL {
  const sorts = [...(context.source.sort ?? [])].sort(
    (a, b) => (a.priority ?? UNRANKED) - (b.priority ?? UNRANKED),
  );
  const terms = [...sorts.map((sort) => sortTerm(sort, context)), ...keyTerms(context.scope)];
  return terms.length === 0 ? sql`` : sql`order by ${sql.join(terms, sql`, `)}`;
}

function sortTerm(sort: Sort, { scope, visual }: RuleContext): SQL {
  const compute = visual.get(sort.column)?.compute;
  const resolved = scope.resolve(sort.column);
  const value =
    resolved !== undefined
      ? resolvedSql(resolved)
      : compute !== undefined
        ? computeSql(compute, scope)
        : undefined;
  if (value === undefined) throw new Error(`the config was not validated: ${sort.column}`);
  return sort.direction === 'desc' ? sql`${value} desc nulls last` : sql`${value} asc nulls last`;
}

function keyTerms(scope: Scope): SQL[] {
  return scope.tables.flatMap((table) =>
    (table.info?.columns ?? [])
      .filter((column) => column.is_primary_key)
      .map((column) => columnSql(table, column)),
  );
}
