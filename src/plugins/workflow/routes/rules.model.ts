import { IsIn, IsObject, IsOptional, IsString } from 'class-validator';
import type { JsonObject } from '../../../foundation/json.js';

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
