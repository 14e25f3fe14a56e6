import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../../../foundation/json.js';
import { Type } from '../../../http/field-type.js';

const SEARCH_MESSAGE = 'search must be a text of at most 255 characters';

/** One sort of the rows, as table configs have them. */
export class RowSort {
  @IsString({ message: 'column must be a text' })
  @MaxLength(255, { message: 'column must be at most 255 characters' })
  column: string;

  @IsOptional()
  @IsIn(['asc', 'desc'], { message: 'direction must be asc or desc' })
  direction: 'asc' | 'desc' = 'asc';
}

const ROWS_MESSAGE = 'limit must be a whole number from 1 to 100';

/** The body of `POST /v1/agent/library/tables/rows`. */
export class RowsBody {
  @IsObject({ message: 'config must be an object: a table config' })
  config: JsonObject;

  @IsOptional()
  @IsString({ message: SEARCH_MESSAGE })
  @MaxLength(255, { message: SEARCH_MESSAGE })
  search?: string;

  @IsOptional()
  @IsArray({ message: 'sort must be a list of {column, direction}' })
  @ArrayMaxSize(10, { message: 'sort must name at most 10 columns' })
  @ValidateNested({ each: true, message: 'must be {column, direction}' })
  @Type(() => RowSort)
  sort?: RowSort[];

  @IsOptional()
  @IsInt({ message: ROWS_MESSAGE })
  @Min(1, { message: ROWS_MESSAGE })
  @Max(100, { message: ROWS_MESSAGE })
  limit: number = 25;
}
