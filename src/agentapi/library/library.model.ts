import { Type } from 'class-transformer';
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
import type { JsonObject } from '../../foundation/json.js';
import { PageLimit, PageOffset } from '../page-query.js';

const SEARCH_MESSAGE = 'search must be a text of at most 255 characters';

/** The query of the library's lists; `offset` is a multiple of `limit`, because the platform has pages. */
export class LibraryQuery {
  @IsOptional()
  @IsString({ message: SEARCH_MESSAGE })
  @MaxLength(255, { message: SEARCH_MESSAGE })
  search?: string;

  @PageLimit(500)
  limit: number = 50;

  @PageOffset('offset must be a whole number from 0', 'offset must be at most 1000000')
  offset: number = 0;
}

/** The body of `POST /v1/agent/library/rules/simulate`: a whole rule, or the id of a stored one. */
export class SimulateBody {
  @IsOptional()
  @IsObject({ message: 'workflow must be an object: the whole body of a rule' })
  workflow?: JsonObject;

  @IsOptional()
  @IsString({ message: 'workflow_id must be the id of a stored rule' })
  workflow_id?: string;

  @IsObject({ message: 'record must be an object of column names and values' })
  record: JsonObject;

  @IsOptional()
  @IsObject({ message: 'previous must be an object: the record before the update' })
  previous?: JsonObject;

  @IsOptional()
  @IsIn(['on_create', 'on_update', 'on_delete', 'manual'], {
    message: 'event must be one of on_create, on_update, on_delete, manual',
  })
  event?: string;
}

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
