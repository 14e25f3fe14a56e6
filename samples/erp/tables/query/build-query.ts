import { sql, type SQL } from 'drizzle-orm';
import type { Sort } from '../../../../src/platform/types.js';
import type { RuleContext } from '../validation/scope.js';
import { type ErrorDetail, invalidRequest } from '../../../../src/foundation/errors.js';
import { problem } from '../../shared/schema-problems.js';
import {
  columnSql,
  computeSql,
  fromSql,
  resolvedSql,
  conditionsOf,
  validated,
} from './expressions.js';

const UNRANKED = 1_000_000;

/** Builds the query of a valid config, whose columns `c0`, `c1`… are `keys`. `limit` and `offset` are whole numbers from the caller. */
export function buildQuery(context: RuleContext, limit: number, offset: number) {
  const { scope, visual } = context;
  const selected = scope.selected.map(({ key, table, info }) => {
    return { key, value: columnSql(table, validated(info, key)) };
  });
  const computed = [...visual].flatMap(([key, column]) =>
    column.compute === undefined ? [] : [{ key, value: computeSql(column.compute, scope) }],
  );
  const columns = [...selected, ...computed];
  const { where, notes } = conditionsOf(context.source.filters ?? [], scope);
  const from = fromSql(context);
  const list = columns.map(({ value }, index) => sql`${value} as ${sql.identifier(`c${index}`)}`);
  return {
    rows: sql`select ${sql.join(list, sql`, `)} ${from} where ${where} ${orderBy(context)} limit ${limit}::bigint offset ${offset}::bigint`,
    total: sql`select count(*) as total ${from} where ${where}`,
    keys: columns.map((column) => column.key),
    notes,
  };
}

function orderBy(context: RuleContext): SQL {
  const sorts = [...(context.source.sort ?? [])].sort(
    (a, b) => (a.priority ?? UNRANKED) - (b.priority ?? UNRANKED),
  );
  const keys = context.scope.tables.flatMap((table) =>
    (table.info?.columns ?? [])
      .filter((column) => column.is_primary_key)
      .map((column) => columnSql(table, column)),
  );
  const terms = [...sorts.map((sort) => sortTerm(sort, context)), ...keys];
  return terms.length === 0 ? sql`` : sql`order by ${sql.join(terms, sql`, `)}`;
}

function sortTerm(sort: Sort, context: RuleContext): SQL {
  const value = valueOf(context, sort.column);
  return sort.direction === 'desc' ? sql`${value} desc nulls last` : sql`${value} asc nulls last`;
}

/** More groups than this are cut, largest first. */
export const MAX_GROUPS = 500;

interface SummaryRequest {
  groupBy?: string;
  sum: readonly string[];
}

/** The statements of a summary; both give `count` and `s0`, `s1`… in the order of `sum`, `groups` also `key`. */
interface ConfigSummaryQuery {
  total: SQL;
  groups?: SQL;
  notes: string[];
}

/** Builds the counts and sums of a valid config; rejects with `invalid_request` for a column that is not there or holds no numbers. */
export function buildSummary(context: RuleContext, request: SummaryRequest): ConfigSummaryQuery {
  requireColumns(context, request);
  const { where, notes } = conditionsOf(context.source.filters ?? [], context.scope);
  const tail = sql`${fromSql(context)} where ${where}`;
  const sums = request.sum.map(
    (reference, index) =>
      sql`, coalesce(sum(${valueOf(context, reference)}), 0) as ${sql.identifier(`s${index}`)}`,
  );
  const counted = sql`count(*) as count${sql.join(sums)}`;
  const total = sql`select ${counted} ${tail}`;
  if (request.groupBy === undefined) return { total, notes };
  const group = valueOf(context, request.groupBy);
  const groups = sql`select ${group} as key, ${counted} ${tail} group by 1 order by 2 desc, 1 nulls last limit ${MAX_GROUPS}::bigint`;
  return { total, groups, notes };
}

function valueOf({ scope, visual }: RuleContext, reference: string): SQL {
  const resolved = scope.resolve(reference);
  if (resolved !== undefined) return resolvedSql(resolved);
  return computeSql(validated(visual.get(reference)?.compute, reference), scope);
}

function requireColumns(context: RuleContext, { groupBy, sum }: SummaryRequest): void {
  const summable = summableOf(context);
  const details: ErrorDetail[] = sum.flatMap((reference, index) => {
    const message = `'${reference}' is no column of numbers`;
    return summable.includes(reference) ? [] : [problem(`sum[${index}]`, message, summable)];
  });
  const isComputed = context.visual.get(groupBy ?? '')?.compute !== undefined;
  if (groupBy !== undefined && !isComputed && context.scope.resolve(groupBy) === undefined) {
    const message = `there is no column '${groupBy}' to group by`;
    details.push(problem('group_by', message, context.scope.references()));
  }
  if (details.length === 0) return;
  const sentence = details.map((detail) => detail.message).join(' ');
  throw invalidRequest(`The summary cannot be made: ${sentence}`, details);
}

function summableOf({ scope, visual }: RuleContext): string[] {
  const numbers = scope
    .references()
    .filter((reference) => scope.resolve(reference)?.info.type === 'number');
  const computed = [...visual]
    .filter(([, column]) => column.compute !== undefined && column.compute.operation !== 'concat')
    .map(([key]) => key);
  return [...numbers, ...computed];
}
