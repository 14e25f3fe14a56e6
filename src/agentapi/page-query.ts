import { applyDecorators } from '@nestjs/common';
import { WholeNumber } from '../http/body-fields.js';
import { Type } from '../http/field-type.js';

/** The query's `limit` of a list: a whole number from 1 to `max`, which may be left out. */
export function PageLimit(max: number, name = 'limit'): PropertyDecorator {
  const message = `${name} must be a whole number from 1 to ${max}`;
  return QueryNumber(1, max, message);
}

/** The query's `offset` of a list: a whole number from 0 to a million, which may be left out. */
export function PageOffset(message: string, tooLarge = message): PropertyDecorator {
  return QueryNumber(0, 1_000_000, message, tooLarge);
}

/** A whole number of the query, where it is sent as text; it may be left out. */
export function QueryNumber(...rule: Parameters<typeof WholeNumber>): PropertyDecorator {
  return applyDecorators(
    Type(() => Number),
    WholeNumber(...rule),
  );
}

/** Which page of a list of the user's own is wanted: `limit` 1–200 items (200) behind the first `offset`. */
export class PageQuery {
  @PageLimit(200)
  limit: number = 200;

  @PageOffset('offset must be a whole number from 0 to 1000000')
  offset: number = 0;
}
