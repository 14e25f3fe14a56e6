import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Min,
} from 'class-validator';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { Whole, SearchQuery } from '../../shared/fields.js';
import { Type } from '../../../../src/http/field-type.js';

/** `?search&entity&trigger_type&is_active` of the list of rules. */
export class RulesQuery extends SearchQuery {
  @IsOptional()
  @IsString()
  @MaxLength(255)
  entity?: string;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  trigger_type?: string;

  @IsOptional()
  @Type(() => Boolean)
  @IsBoolean({ message: 'is_active must be true or false' })
  is_active?: boolean;
}

/** `?dry_run=true`: validate and write nothing. */
export class DryRunQuery {
  @IsOptional()
  @Type(() => Boolean)
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}

/** The top level of a rule; what is inside is checked by the rule validator, which says more. */
export class FullRuleDto {
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsString() description?: string;
  @IsOptional() @IsBoolean() is_active?: boolean;
  @IsOptional() @IsString() entity?: string;
  @IsOptional() @IsString() trigger_type?: string;
  @IsOptional() @IsArray() trigger_conditions?: unknown[];
  @IsOptional() @IsArray() actions?: unknown[];
  @IsOptional() @IsArray() edges?: unknown[];

  @IsOptional()
  @IsInt({ message: 'if_version must be a whole number from 1' })
  @Min(1, { message: 'if_version must be a whole number from 1' })
  if_version?: number;
}

/** The event to walk a stored rule with. */
export class SimulateDto {
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

/** The same with a rule that is not stored. */
export class SimulateUnsavedDto extends SimulateDto {
  @IsObject({ message: 'rule must be an object: the body of a rule' })
  rule: JsonObject;
}

/** How far back to look. */
export class EstimateDto {
  @Whole('days', 1, 3650)
  days: number;
}
