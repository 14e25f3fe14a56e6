import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type { JsonObject } from '../../../src/foundation/json.js';
import { MAX_ROWS } from '../shared/list.model.js';
import { Type } from '../../../src/http/field-type.js';

const CONFIG_MESSAGE = 'config must be an object: a table config (docs/table-configs.md)';
const NAME_MESSAGE = 'name must be a text of 1 to 255 characters and not blank';
const ROWS_MESSAGE = `rows must be a whole number from 1 to ${MAX_ROWS}`;

/** A body that is about one config, stored or not. */
export class ConfigBody {
  @IsObject({ message: CONFIG_MESSAGE })
  config: JsonObject;
}

/** A new config. */
export class CreateConfigBody extends ConfigBody {
  @IsString({ message: NAME_MESSAGE })
  @Length(1, 255, { message: NAME_MESSAGE })
  @Matches(/\S/, { message: NAME_MESSAGE })
  name: string;

  @IsOptional()
  @IsString({ message: 'description must be a text' })
  @MaxLength(1000, { message: 'description must be at most 1000 characters' })
  description?: string;
}

/** A changed config; `name` and `description` stay when left out. */
export class UpdateConfigBody extends ConfigBody {
  @IsOptional()
  @IsString({ message: NAME_MESSAGE })
  @Length(1, 255, { message: NAME_MESSAGE })
  @Matches(/\S/, { message: NAME_MESSAGE })
  name?: string;

  @IsOptional()
  @IsString({ message: 'description must be a text' })
  @MaxLength(1000, { message: 'description must be at most 1000 characters' })
  description?: string;

  @IsOptional()
  @IsInt({ message: 'if_version must be a whole number: the version the change was made on' })
  if_version?: number;
}

/** A page of a config's rows; `rows` is the config's own when left out. */
export class QueryConfigBody extends ConfigBody {
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'page must be a whole number from 1' })
  @Min(1, { message: 'page must be a whole number from 1' })
  @Max(1_000_000, { message: 'page must be at most 1000000' })
  page: number = 1;

  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: ROWS_MESSAGE })
  @Min(1, { message: ROWS_MESSAGE })
  @Max(MAX_ROWS, { message: ROWS_MESSAGE })
  rows?: number;
}

/** What to count and add up over a config's rows. */
export class SummarizeConfigBody extends ConfigBody {
  @IsOptional()
  @IsString({ message: 'group_by must be the name of one column' })
  @MaxLength(127, { message: 'group_by must be at most 127 characters' })
  group_by?: string;

  @IsOptional()
  @IsArray({ message: 'sum must be a list of column names' })
  @ArrayMaxSize(20, { message: 'sum must name at most 20 columns' })
  @IsString({ each: true, message: 'sum must be a list of column names' })
  sum: string[] = [];
}
