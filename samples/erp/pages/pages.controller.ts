import { Body, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { SearchQuery, type Page } from '../shared/list.model.js';
import { ErpController } from '../shared/erp-controller.js';
import { ContentQuery, CreatePageBody, PreviewPageBody, UpdatePageBody } from './pages.dto.js';
import type { PageConfig, PageContent, Preview } from './pages.model.js';
import { PagesService } from './pages.service.js';

/** Pages. */
@ErpController('v1/config/page-configs')
export class PagesController {
  constructor(private readonly service: PagesService) {}

  @Get()
  list(@Query() query: SearchQuery): Promise<Page<PageConfig>> {
    return this.service.list(query);
  }

  @Post()
  create(@Body() body: CreatePageBody): Promise<PageConfig> {
    return this.service.create(body);
  }

  @Post('preview')
  @HttpCode(200)
  preview(@Body() body: PreviewPageBody): Promise<Preview> {
    return this.service.preview(body);
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<PageConfig> {
    return this.service.get(id);
  }

  @Put(':id')
  update(@Param('id') id: string, @Body() body: UpdatePageBody): Promise<PageConfig> {
    return this.service.update(id, body);
  }

  @Get(':id/content')
  content(@Param('id') id: string, @Query() query: ContentQuery): Promise<Page<PageContent>> {
    return this.service.contentOf(id, query);
  }
}
