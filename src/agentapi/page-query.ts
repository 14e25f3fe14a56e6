import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const LIMIT_MESSAGE = 'limit must be a whole number from 1 to 200';
const OFFSET_MESSAGE = 'offset must be a whole number from 0 to 1000000';

/** Which page of a list of the user's own is wanted: `limit` 1–200 items (200) behind the first `offset`. */
export class PageQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: LIMIT_MESSAGE })
  @Min(1, { message: LIMIT_MESSAGE })
  @Max(200, { message: LIMIT_MESSAGE })
  limit: number = 200;

  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: OFFSET_MESSAGE })
  @Min(0, { message: OFFSET_MESSAGE })
  @Max(1_000_000, { message: OFFSET_MESSAGE })
  offset: number = 0;
}
