import { applyDecorators } from '@nestjs/common';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Type } from '../http/field-type.js';

/** The query's `limit` of a list: a whole number from 1 to `max`, which may be left out. */
export function PageLimit(max: number, name = 'limit'): PropertyDecorator {
  const message = `${name} must be a whole number from 1 to ${max}`;
  return queryNumber(1, max, { message, tooLarge: message });
}

/** The query's `offset` of a list: a whole number from 0 to a million, which may be left out. */
export function PageOffset(message: string, tooLarge = message): PropertyDecorator {
  return queryNumber(0, 1_000_000, { message, tooLarge });
}

function queryNumber(
  min: number,
  max: number,
  { message, tooLarge }: { message: string; tooLarge: string },
): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    Type(() => Number),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message: tooLarge }),
  );
}

/** Which page of a list of the user's own is wanted: `limit` 1–200 items (200) behind the first `offset`. */
export class PageQuery {
  @PageLimit(200)
  limit: number = 200;

  @PageOffset('offset must be a whole number from 0 to 1000000')
  offset: number = 0;
}
