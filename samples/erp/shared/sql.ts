import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type ListQuery, type Page, offsetOf, toPage } from './fields.js';
import type { Queryable } from '../../../src/store/database.js';

/** Injection token of the server's `Database` (src/store/database.ts) inside the platform's Nest modules. */
export const DATABASE = Symbol('DATABASE');

/** A thing of the API as the database gives it: its times are dates until they are written as JSON. */
export type Stored<T> = { [K in keyof T]: K extends `${string}_at` ? Date : T[K] };

/** A composed statement as text; what it was composed with is in `values`. */
interface Statement {
  text: string;
  values: unknown[];
}

const dialect = new PgDialect();

/** Renders composed SQL for `Queryable.query`. */
export function render(query: SQL): Statement {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return { text, values: params };
}

export function rowsOf<T extends object>(on: Queryable, statement: SQL): Promise<T[]> {
  const { text, values } = render(statement);
  return on.query<T>(text, values);
}

/** One page of what `select` finds. */
export async function pageOfRows<T extends object>(
  on: Queryable,
  select: SQL,
  order: SQL,
  query: ListQuery,
): Promise<Page<T>> {
  const [items, totals] = await Promise.all([
    rowsOf<T>(
      on,
      sql`${select} order by ${order} limit ${query.rows}::bigint offset ${offsetOf(query)}::bigint`,
    ),
    rowsOf<{ total: number }>(on, sql`select count(*)::int as total from (${select}) as found`),
  ]);
  return toPage(items, totals[0]?.total ?? 0, query);
}
