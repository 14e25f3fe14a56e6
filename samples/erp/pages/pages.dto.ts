import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../../../src/foundation/json.js';
import { Type } from '../../../src/http/field-type.js';

const NAME = 'name must be a text of 1 to 255 characters and not blank';
const TITLE = 'title must be a text of 1 to 255 characters';
const DESCRIPTION = 'description must be a text of at most 1000 characters';
const LABEL = 'label must be a text of at most 255 characters';
const POSITION = 'order_index must be a whole number from 0 to 10000';
const MAX_CONTENT = 200;

/** The page itself. */
class PreviewedPage {
  @IsString({ message: NAME })
  @Length(1, 255, { message: NAME })
  @Matches(/\S/, { message: NAME })
  name: string;

  @IsString({ message: TITLE })
  @Length(1, 255, { message: TITLE })
  title: string;

  @IsOptional()
  @IsString({ message: DESCRIPTION })
  @MaxLength(1000, { message: DESCRIPTION })
  description?: string;
}

/** Optional, and null is a value of its own: where `@IsOptional` stands, null is dropped from a body. */
const MayBeEmptied = () => ValidateIf((_body, value) => value !== undefined && value !== null);

/** A piece of a page; `id` and `parent_id` tie pieces together. */
class PreviewedContent {
  @IsOptional()
  @IsString({ message: 'id must be a text' })
  @MaxLength(64, { message: 'id must be at most 64 characters' })
  id?: string;

  @IsOptional()
  @IsUUID('all', { message: 'page_config_id must be a UUID' })
  page_config_id?: string;

  @IsString({ message: 'content_type must be a text' })
  @MaxLength(64, { message: 'content_type must be at most 64 characters' })
  content_type: string;

  @IsString({ message: LABEL })
  @MaxLength(255, { message: LABEL })
  label: string;

  @IsOptional()
  @IsInt({ message: POSITION })
  @Min(0, { message: POSITION })
  @Max(10_000, { message: POSITION })
  order_index?: number;

  @MayBeEmptied()
  @IsUUID('all', { message: 'table_config_id must be a UUID' })
  table_config_id?: string | null;

  @MayBeEmptied()
  @IsUUID('all', { message: 'form_id must be a UUID' })
  form_id?: string | null;

  @IsOptional()
  @IsObject({ message: 'layout must be an object' })
  layout?: JsonObject;

  @MayBeEmptied()
  @IsUUID('all', { message: 'parent_id must be a UUID' })
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
