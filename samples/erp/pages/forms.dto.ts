import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../../../src/foundation/json.js';
import { Type } from '../../../src/http/field-type.js';
import { Name, Text, Whole } from '../shared/fields.js';
import { SearchQuery } from '../shared/list.model.js';

const ENTITY = 'entity must be schema.table, such as inventory.products';
const COLUMN = "name must be a column of the form's entity";
const MAX_FIELDS = 100;

/** The form itself. */
class PreviewedForm {
  @Name()
  name: string;

  @IsString({ message: ENTITY })
  @MaxLength(127, { message: ENTITY })
  entity: string;

  @IsOptional()
  @Text('description', 1000)
  description?: string;
}

/** A field of a previewed form: like a stored one, its ids optional. */
class PreviewedField {
  @IsOptional()
  @Text('id', 64)
  id?: string;

  @IsOptional()
  @Text('form_id', 64)
  form_id?: string;

  @IsString({ message: COLUMN })
  @MaxLength(63, { message: COLUMN })
  name: string;

  @Text('label', 255)
  label: string;

  @Text('field_type', 64)
  field_type: string;

  @IsOptional()
  @Whole('order_index', 0, 10_000)
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
