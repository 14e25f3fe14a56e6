import { ArrayMaxSize, IsArray, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import type { JsonObject } from '../../../src/foundation/json.js';
import { Type } from '../../../src/http/field-type.js';
import { Name, Text, Whole, MAX_PAGE, MAX_ROWS } from '../shared/fields.js';

const CONFIG_MESSAGE = 'config must be an object: a table config (docs/table-configs.md)';

/** A body that is about one config, stored or not. */
export class ConfigBody {
  @IsObject({ message: CONFIG_MESSAGE })
  config: JsonObject;
}

export class CreateConfigBody extends ConfigBody {
  @Name()
  name: string;

  @IsOptional()
  @Text('description', 1000)
  description?: string;
}

/** A changed config; `name` and `description` stay when left out. */
export class UpdateConfigBody extends ConfigBody {
  @IsOptional()
  @Name()
  name?: string;

  @IsOptional()
  @Text('description', 1000)
  description?: string;

  @IsOptional()
  @IsInt({ message: 'if_version must be a whole number: the version the change was made on' })
  if_version?: number;
}

/** A page of a config's rows; `rows` is the config's own when left out. */
export class QueryConfigBody extends ConfigBody {
  @IsOptional()
  @Type(() => Number)
  @Whole('page', 1, MAX_PAGE)
  page: number = 1;

  @IsOptional()
  @Type(() => Number)
  @Whole('rows', 1, MAX_ROWS)
  rows?: number;
}

/** What to count and add up over a config's rows. */
export class SummarizeConfigBody extends ConfigBody {
  @IsOptional()
  @Text('group_by', 127)
  group_by?: string;

  @IsOptional()
  @IsArray({ message: 'sum must be a list of column names' })
  @ArrayMaxSize(20, { message: 'sum must name at most 20 columns' })
  @IsString({ each: true, message: 'sum must be a list of column names' })
  sum: string[] = [];
}
