import { sql, type SQL } from 'drizzle-orm';
import { AppError, type ErrorDetail } from '../../../../src/foundation/errors.js';
import { problem } from '../../shared/refusals.js';
import type { RuleContext } from '../validation/rule.js';
import { computeSql, fromSql, resolvedSql } from './expressions.js';
import { conditionsOf } from './filters.js';

/** More groups than this are cut, largest first. */
export const MAX_GROUPS = 500;

/** What to count and add up, as column references. */
export interface SummaryRequest {
  groupBy?: string;
  sum: readonly string[];
}

/** The statements of a summary; both give `count` and `s0`, `s1`… in the order of `sum`, `groups` also `key`. */
export interface ConfigSummaryQuery {
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
  const compute = visual.get(reference)?.compute;
  if (compute === undefined) throw new Error(`the reference was not checked: ${reference}`);
  return computeSql(compute, scope);
}

function requireColumns(context: RuleContext, { groupBy, sum }: SummaryRequest): void {
  const summable = summableOf(context);
  const details: ErrorDetail[] = sum
    .map((reference, index) => ({ reference, index }))
    .filter(({ reference }) => !summable.includes(reference))
    .map(({ reference, index }) =>
      problem(`sum[${index}]`, `'${reference}' is no column of numbers`, summable),
    );
  if (groupBy !== undefined && !canGroupBy(context, groupBy)) {
    const message = `there is no column '${groupBy}' to group by`;
    details.push(problem('group_by', message, context.scope.references()));
  }
  if (details.length === 0) return;
  const sentence = details.map((detail) => detail.message).join(' ');
  throw new AppError('invalid_request', `The summary cannot be made: ${sentence}`, details);
}

function canGroupBy({ scope, visual }: RuleContext, reference: string): boolean {
  return scope.resolve(reference) !== undefined || visual.get(reference)?.compute !== undefined;
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
