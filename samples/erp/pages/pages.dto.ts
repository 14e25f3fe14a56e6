import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  IsArray,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../../../src/foundation/json.js';
import { Type } from '../../../src/http/field-type.js';
import { Name, Text, Whole } from '../shared/fields.js';

const TITLE = 'title must be a text of 1 to 255 characters';
const MAX_CONTENT = 200;

/** The page itself. */
class PreviewedPage {
  @Name()
  name: string;

  @IsString({ message: TITLE })
  @Length(1, 255, { message: TITLE })
  title: string;

  @IsOptional()
  @Text('description', 1000)
  description?: string;
}

/** An id that may be left out; null is a value of its own: where `@IsOptional` stands, null is dropped from a body. */
function IdOrNull(field: string): PropertyDecorator {
  const isId = IsUUID('all', { message: `${field} must be a UUID` });
  const ifGiven = ValidateIf((_body, value) => value !== undefined && value !== null);
  return applyDecorators(ifGiven, isId);
}

/** A piece of a page; `id` and `parent_id` tie pieces together. */
class PreviewedContent {
  @IsOptional()
  @Text('id', 64)
  id?: string;

  @IsOptional()
  @IsUUID('all', { message: 'page_config_id must be a UUID' })
  page_config_id?: string;

  @Text('content_type', 64)
  content_type: string;

  @Text('label', 255)
  label: string;

  @IsOptional()
  @Whole('order_index', 0, 10_000)
  order_index?: number;

  @IdOrNull('table_config_id')
  table_config_id?: string | null;

  @IdOrNull('form_id')
  form_id?: string | null;

  @IsOptional()
  @IsObject({ message: 'layout must be an object' })
  layout?: JsonObject;

  @IdOrNull('parent_id')
  parent_id?: string | null;
}

/** A page to look at before it exists. */
export class PreviewPageBody {
  @IsObject({ message: 'page must be an object with name and title' })
  @ValidateNested()
  @Type(() => PreviewedPage)
  page: PreviewedPage;

  @IsArray({ message: 'content must be a list' })
  @ArrayMaxSize(MAX_CONTENT, { message: `content must have at most ${MAX_CONTENT} pieces` })
  // A list inside the list would pass the nested check unseen.
  @IsObject({ each: true, message: 'content must be a list of objects' })
  @ValidateNested({ each: true })
  @Type(() => PreviewedContent)
  content: PreviewedContent[];
}
