import {
  applyDecorators,
  Controller,
  Injectable,
  UsePipes,
  type ArgumentMetadata,
  type PipeTransform,
} from '@nestjs/common';
import { IsInt, IsString, Length, Matches, Max, MaxLength, Min, IsOptional } from 'class-validator';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Type } from '../../../src/http/field-type.js';
import { isObject } from '../../../src/foundation/json.js';
import { invalidRequest, notFound } from '../../../src/foundation/errors.js';
import type { Queryable } from '../../../src/store/database.js';
import { isUuid } from '../../../src/foundation/ids.js';

/** U+0000, and halves of characters: PostgreSQL holds neither in text nor in jsonb. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Where in a value text stands that PostgreSQL cannot hold, as a path (empty: the value itself). */
export function findUnstorableText(value: unknown): string | undefined {
  const waiting: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: item, path } = next;
    if (typeof item === 'string' && UNSTORABLE.test(item)) return path;
    if (Array.isArray(item))
      item.forEach((part, i) => waiting.push({ value: part, path: `${path}[${i}]` }));
    if (!isObject(item)) continue;
    for (const [key, part] of Object.entries(item)) {
      if (UNSTORABLE.test(key)) return path;
      waiting.push({ value: part, path: path === '' ? key : `${path}.${key}` });
    }
  }
  return undefined;
}

/** Refuses text the database would refuse later, as an error of the server; changes nothing. */
@Injectable()
class StorablePipe implements PipeTransform {
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const found = findUnstorableText(value);
    if (found === undefined) return value;
    const path = found === '' ? (metadata.data ?? metadata.type) : found;
    const message = `${path} holds the character U+0000 or half a character; leave it out`;
    throw invalidRequest(`The request is not valid: ${message}.`, [{ path, message }]);
  }
}

/** A controller of the platform: what it takes goes into the database, so its text must be storable. */
export function ErpController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UsePipes(StorablePipe));
}

export function Name(): PropertyDecorator {
  const message = 'name must be a text of 1 to 255 characters and not blank';
  return applyDecorators(
    IsString({ message }),
    Length(1, 255, { message }),
    Matches(/\S/, { message }),
  );
}

export function Text(field: string, max: number): PropertyDecorator {
  const message = `${field} must be a text of at most ${max} characters`;
  return applyDecorators(IsString({ message }), MaxLength(max, { message }));
}

export function Whole(field: string, min: number, max: number): PropertyDecorator {
  const message = `${field} must be a whole number from ${min} to ${max}`;
  return applyDecorators(IsInt({ message }), Min(min, { message }), Max(max, { message }));
}

export const MAX_ROWS = 500;
export const MAX_PAGE = 1_000_000;
const DEFAULT_ROWS = 50;

/** The query string of every list: `page` from 1, `rows` 1–500 (50). Extend it for a list's own filters. */
export class ListQuery {
  @IsOptional()
  @Type(() => Number)
  @Whole('page', 1, MAX_PAGE)
  page: number = 1;

  @IsOptional()
  @Type(() => Number)
  @Whole('rows', 1, MAX_ROWS)
  rows: number = DEFAULT_ROWS;
}

export class SearchQuery extends ListQuery {
  @IsOptional()
  @IsString()
  @MaxLength(255)
  search?: string;
}

/** One page of a list, as it goes over the wire. `total` counts all pages. */
export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  rows: number;
}

export function pageOf<T>(all: readonly T[], { page, rows }: ListQuery): Page<T> {
  return { items: all.slice((page - 1) * rows, page * rows), total: all.length, page, rows };
}

/** A bound value for `ilike` that finds `text` literally anywhere; `%`, `_` and `\` lose their meaning. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

export const DATABASE = Symbol('DATABASE');

/** A thing of the API as the database gives it: its times are dates until they are written as JSON. */
export type Stored<T> = { [K in keyof T]: K extends `${string}_at` ? Date : T[K] };

const dialect = new PgDialect();

export function render(query: SQL): { text: string; values: unknown[] } {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return { text, values: params };
}

export function rowsOf<T extends object>(on: Queryable, statement: SQL): Promise<T[]> {
  const { text, values } = render(statement);
  return on.query<T>(text, values);
}

/** The row of `select` with this id; rejects with `not_found`. `noun` names the thing: `table config`. */
export async function rowById<T extends object>(
  on: Queryable,
  noun: string,
  select: SQL,
  id: string,
): Promise<T> {
  const shown = id.slice(0, 80);
  if (!isUuid(id)) throw notFound(`There is no ${noun} with the id '${shown}': ids are UUIDs.`);
  const [found] = await rowsOf<T>(on, sql`select * from (${select}) as one where id = ${id}`);
  if (found !== undefined) return found;
  throw notFound(`There is no ${noun} with the id '${id}'.`);
}

export async function pageOfRows<T extends object>(
  on: Queryable,
  select: SQL,
  order: SQL,
  { page, rows }: ListQuery,
  read: (row: T) => T = (row) => row,
): Promise<Page<T>> {
  const cut = sql`limit ${rows}::bigint offset ${(page - 1) * rows}::bigint`;
  const [items, totals] = await Promise.all([
    rowsOf<T>(on, sql`${select} order by ${order} ${cut}`),
    rowsOf<{ total: number }>(on, sql`select count(*)::int as total from (${select}) as found`),
  ]);
  return { items: items.map(read), total: totals[0]?.total ?? 0, page, rows };
}

const ISO =
  /^(?!0000)(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.(\d{1,6}))?)?)(Z|[+-][01]\d:?[0-5]\d)?)?$/;

/** Reads an ISO-8601 day or instant; without a zone it is UTC. `undefined` when it is none, or its day is in no calendar. */
export function parseInstant(text: string): Date | undefined {
  const [, day, time = '00:00', , zone = 'Z'] = ISO.exec(text) ?? [];
  if (day === undefined || !isInCalendar(day)) return undefined;
  const date = new Date(`${day}T${time}${zone}`);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : undefined;
}

/** The same as text in UTC, with the microseconds that a `Date` has no room for. */
export function exactInstant(text: string): string | undefined {
  const microseconds = ISO.exec(text)?.[3]?.slice(3) ?? '';
  return parseInstant(text)?.toISOString().replace('Z', `${microseconds}Z`);
}

/** `Date` takes the 31st of every month and counts on into the next one. */
function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

export const DAY_MS = 86_400_000;

/** When the UTC day of an instant starts, in milliseconds since 1970. */
export function startOfDay(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS) * DAY_MS;
}
