import { applyDecorators } from '@nestjs/common';
import { IsInt, IsString, Length, Matches, Max, MaxLength, Min, IsOptional } from 'class-validator';
import { Type } from '../../../src/http/field-type.js';

/** A text of 1 to 255 characters that is not blank. */
export function Name(): PropertyDecorator {
  const message = 'name must be a text of 1 to 255 characters and not blank';
  return applyDecorators(
    IsString({ message }),
    Length(1, 255, { message }),
    Matches(/\S/, { message }),
  );
}

/** A text of at most `max` characters; `field` is its name. */
export function Text(field: string, max: number): PropertyDecorator {
  const message = `${field} must be a text of at most ${max} characters`;
  return applyDecorators(IsString({ message }), MaxLength(max, { message }));
}

/** A whole number within bounds; `field` is its name. */
export function Whole(field: string, min: number, max: number): PropertyDecorator {
  const message = `${field} must be a whole number from ${min} to ${max}`;
  return applyDecorators(IsInt({ message }), Min(min, { message }), Max(max, { message }));
}

/** The most rows one answer may hold. */
export const MAX_ROWS = 500;
/** The last page that may be asked for. */
export const MAX_PAGE = 1_000_000;
/** The rows of an answer when the caller does not say. */
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

/** A list that can be searched by a part of the name, without regard to case. */
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

/** The page that was asked for, out of all items at hand (for short lists that are already in memory). */
export function pageOf<T>(all: readonly T[], query: ListQuery): Page<T> {
  const start = offsetOf(query);
  return toPage(all.slice(start, start + query.rows), all.length, query);
}

/** Wraps rows the database has already cut to the page. */
export function toPage<T>(items: readonly T[], total: number, query: ListQuery): Page<T> {
  return { items: [...items], total, page: query.page, rows: query.rows };
}

/** How many rows come before the page: the `offset` of SQL. */
export function offsetOf(query: ListQuery): number {
  return (query.page - 1) * query.rows;
}

/** A bound value for `ilike` that finds `text` literally anywhere; `%`, `_` and `\` lose their meaning. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
