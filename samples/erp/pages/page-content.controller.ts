import { Body, Get, Param, Post, Put, Query } from '@nestjs/common';
import type { Page } from '../shared/list.model.js';
import { ErpController } from '../shared/erp-controller.js';
import { ContentQuery, CreateContentBody, UpdateContentBody } from './pages.dto.js';
import type { PageContent } from './pages.model.js';
import { PagesService } from './pages.service.js';

/** Pieces of pages. */
@ErpController('v1/config/page-content')
export class PageContentController {
  constructor(private readonly service: PagesService) {}

  @Get()
  list(@Query() query: ContentQuery): Promise<Page<PageContent>> {
    return this.service.listContent(query);
  }

  @Post()
  create(@Body() body: CreateContentBody): Promise<PageContent> {
    return this.service.createContent(body);
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<PageContent> {
    return this.service.getContent(id);
  }

  @Put(':id')
  update(@Param('id') id: string, @Body() body: UpdateContentBody): Promise<PageContent> {
    return this.service.updateContent(id, body);
  }
}
