import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../../../src/foundation/json.js';
import { SearchQuery } from '../shared/list.model.js';
import { Type } from '../../../src/http/field-type.js';

const NAME = 'name must be a text of 1 to 255 characters and not blank';
const ENTITY = 'entity must be schema.table, such as inventory.products';
const DESCRIPTION = 'description must be a text of at most 1000 characters';
const COLUMN = "name must be a column of the form's entity";
const LABEL = 'label must be a text of at most 255 characters';
const POSITION = 'order_index must be a whole number from 0 to 10000';
const MAX_FIELDS = 100;

/** The form itself. */
class PreviewedForm {
  @IsString({ message: NAME })
  @Length(1, 255, { message: NAME })
  @Matches(/\S/, { message: NAME })
  name: string;

  @IsString({ message: ENTITY })
  @MaxLength(127, { message: ENTITY })
  entity: string;

  @IsOptional()
  @IsString({ message: DESCRIPTION })
  @MaxLength(1000, { message: DESCRIPTION })
  description?: string;
}

/** A field of a previewed form: like a stored one, its ids optional. */
class PreviewedField {
  @IsOptional()
  @IsString({ message: 'id must be a text' })
  @MaxLength(64, { message: 'id must be at most 64 characters' })
  id?: string;

  @IsOptional()
  @IsString({ message: 'form_id must be a text' })
  @MaxLength(64, { message: 'form_id must be at most 64 characters' })
  form_id?: string;

  @IsString({ message: COLUMN })
  @MaxLength(63, { message: COLUMN })
  name: string;

  @IsString({ message: LABEL })
  @MaxLength(255, { message: LABEL })
  label: string;

  @IsString({ message: 'field_type must be a text' })
  @MaxLength(64, { message: 'field_type must be at most 64 characters' })
  field_type: string;

  @IsOptional()
  @IsInt({ message: POSITION })
  @Min(0, { message: POSITION })
  @Max(10_000, { message: POSITION })
  order_index?: number;

  @IsOptional()
  @IsBoolean({ message: 'required must be true or false' })
  required?: boolean;

  @IsOptional()
  @IsObject({ message: 'config must be an object' })
  config?: JsonObject;
}

/** A form to look at before it exists. */
export class PreviewFormBody {
  @IsObject({ message: 'form must be an object with name and entity' })
  @ValidateNested()
  @Type(() => PreviewedForm)
  form: PreviewedForm;

  @IsArray({ message: 'fields must be a list' })
  @ArrayMaxSize(MAX_FIELDS, { message: `fields must be at most ${MAX_FIELDS}` })
  // A list inside the list would pass the nested check unseen.
  @IsObject({ each: true, message: 'fields must be a list of objects' })
  @ValidateNested({ each: true })
  @Type(() => PreviewedField)
  fields: PreviewedField[];
}

/** Forms by name or for one entity. */
export class FormsQuery extends SearchQuery {
  @IsOptional()
  @IsString({ message: ENTITY })
  @MaxLength(127, { message: ENTITY })
  entity?: string;
}
