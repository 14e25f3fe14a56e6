import { Body, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { IsArray, IsObject } from 'class-validator';
import {
  containsPattern,
  ListQuery,
  pageOf,
  SearchQuery,
  type Page,
  ErpController,
  DATABASE,
  type Stored,
  pageOfRows,
  rowById,
  rowsOf,
} from '../shared/fields.js';
import { sql, type SQL } from 'drizzle-orm';
import type {
  ContentType,
  PageConfig,
  PageContent,
  Preview,
  PreviewContent,
} from '../../../src/platform/types.js';
import { type Database, withoutNulls } from '../../../src/store/database.js';
import { type WithFindings, requireBody } from '../shared/schema-problems.js';
import { contentTypes, contentErrors, type PageKnowledge, pageOutline } from './content-rules.js';

class PreviewPageBody {
  @IsObject({ message: 'page must be an object with name and title' })
  page: { name: string; title: string };

  @IsArray({ message: 'content must be a list' })
  content: PreviewContent[];
}

const PAGES = sql`
  select p.id, p.name, p.title, p.description, p.version, p.updated_at,
         (select count(*)::int from platform.page_content c where c.page_config_id = p.id) as content_count
    from platform.page_configs p`;

@ErpController('v1/config')
export class PagesController {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  @Get('content-types')
  contentTypes(@Query() query: ListQuery): Page<ContentType> {
    return pageOf(contentTypes, query);
  }

  @Get('page-configs')
  list(@Query() query: SearchQuery): Promise<Page<Stored<PageConfig>>> {
    const pattern = containsPattern(query.search ?? '');
    const found = sql`${PAGES} where p.name ilike ${pattern} or p.title ilike ${pattern} or p.description ilike ${pattern}`;
    return pageOfRows<Stored<PageConfig>>(this.db, found, sql`lower(p.name)`, query, withoutNulls);
  }

  @Post('page-configs/preview')
  @HttpCode(200)
  async preview(@Body() body: PreviewPageBody): Promise<WithFindings<Preview>> {
    requireBody('PreviewPageBody', body);
    const { page, content } = body;
    const knowledge = await this.knowledge();
    const errors = contentErrors(content, knowledge);
    const outline = pageOutline(page.title, content, knowledge);
    return { valid: errors.length === 0, errors, outline };
  }

  @Get('page-configs/:id')
  async get(@Param('id') id: string): Promise<Stored<PageConfig>> {
    return withoutNulls(await rowById<Stored<PageConfig>>(this.db, 'page', PAGES, id));
  }

  @Get('page-configs/:id/content')
  async content(@Param('id') id: string, @Query() query: ListQuery): Promise<Page<PageContent>> {
    await this.get(id);
    const found = sql`
      select id, page_config_id, content_type, label, order_index, table_config_id, form_id, layout, parent_id
        from platform.page_content where page_config_id = ${id}`;
    return pageOfRows<PageContent>(this.db, found, sql`order_index, id`, query, withoutNulls);
  }

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
