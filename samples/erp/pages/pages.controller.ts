import { applyDecorators, Body, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
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
import {
  Name,
  Text,
  Whole,
  containsPattern,
  ListQuery,
  pageOf,
  SearchQuery,
  type Page,
} from '../shared/fields.js';
import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../../src/foundation/errors.js';
import type { ContentType, PageConfig, PageContent, Preview } from '../../../src/platform/types.js';
import type { Database } from '../../../src/store/database.js';
import { DATABASE, type Stored, pageOfRows, rowsOf, withoutNulls } from '../shared/sql.js';
import { ErpController } from '../shared/erp-controller.js';
import { requireUuid, type WithFindings } from '../shared/refusals.js';
import { contentTypes } from './content-types.js';
import { contentErrors, type PageKnowledge } from './validation/content-rules.js';
import { pageOutline } from './validation/outline.js';

const TITLE = 'title must be a text of 1 to 255 characters';
const MAX_CONTENT = 200;

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
class PreviewPageBody {
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

const PAGES = sql`
  select p.id, p.name, p.title, p.description, p.version, p.updated_at,
         (select count(*)::int from platform.page_content c where c.page_config_id = p.id) as content_count
    from platform.page_configs p`;

/** Pages and what they show; a page that does not exist can be looked at. */
@ErpController('v1/config')
export class PagesController {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  @Get('content-types')
  contentTypes(@Query() query: ListQuery): Page<ContentType> {
    return pageOf(contentTypes, query);
  }

  @Get('page-configs')
  async list(@Query() query: SearchQuery): Promise<Page<Stored<PageConfig>>> {
    const pattern = containsPattern(query.search ?? '');
    const found = sql`${PAGES} where p.name ilike ${pattern} or p.title ilike ${pattern} or p.description ilike ${pattern}`;
    return this.page<Stored<PageConfig>>(found, sql`lower(p.name)`, query);
  }

  /** Checks a page that is not stored and draws its outline; writes nothing. */
  @Post('page-configs/preview')
  @HttpCode(200)
  async preview(@Body() { page, content }: PreviewPageBody): Promise<WithFindings<Preview>> {
    const knowledge = await this.knowledge();
    const errors = contentErrors(content, knowledge, 'content');
    const outline = pageOutline(page.title, content, knowledge);
    return { valid: errors.length === 0, errors, outline };
  }

  @Get('page-configs/:id')
  async get(@Param('id') id: string): Promise<Stored<PageConfig>> {
    const known = requireUuid(id, 'page');
    const [found] = await rowsOf<Stored<PageConfig>>(this.db, sql`${PAGES} where p.id = ${known}`);
    if (found !== undefined) return withoutNulls(found);
    throw new AppError('not_found', `There is no page with the id '${id}'.`);
  }

  @Get('page-configs/:id/content')
  async content(@Param('id') id: string, @Query() query: ListQuery): Promise<Page<PageContent>> {
    await this.get(id);
    const found = sql`
      select id, page_config_id, content_type, label, order_index, table_config_id, form_id, layout, parent_id
        from platform.page_content where page_config_id = ${id}`;
    return this.page<PageContent>(found, sql`order_index, id`, query);
  }

  private async page<T extends object>(
    select: SQL,
    order: SQL,
    query: ListQuery,
  ): Promise<Page<T>> {
    const found = await pageOfRows<T>(this.db, select, order, query);
    return { ...found, items: found.items.map(withoutNulls) };
  }

  /** Names of the tables and forms that content may show. */
  private async knowledge(): Promise<PageKnowledge> {
    const namesById = async (table: SQL) => {
      const rows = await rowsOf<{ id: string; name: string }>(
        this.db,
        sql`select id, name from ${table}`,
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    };
    const [tables, forms] = await Promise.all([
      namesById(sql`platform.table_configs`),
      namesById(sql`platform.forms`),
    ]);
    return { tables, forms };
  }
}
