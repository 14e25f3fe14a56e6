import { Body, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { Page } from '../shared/list.model.js';
import { ErpController } from '../shared/erp-controller.js';
import { CreateFormBody, FormsQuery, PreviewFormBody, UpdateFormBody } from './forms.dto.js';
import { FormsService } from './forms.service.js';
import type { Form, Preview } from './pages.model.js';

/** Forms with their fields. */
@ErpController('v1/config/forms')
export class FormsController {
  constructor(private readonly service: FormsService) {}

  @Get()
  list(@Query() query: FormsQuery): Promise<Page<Form>> {
    return this.service.list(query);
  }

  @Post()
  create(@Body() body: CreateFormBody): Promise<Form> {
    return this.service.create(body);
  }

  @Post('preview')
  @HttpCode(200)
  preview(@Body() body: PreviewFormBody): Promise<Preview> {
    return this.service.preview(body);
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<Form> {
    return this.service.get(id);
  }

  @Put(':id')
  update(@Param('id') id: string, @Body() body: UpdateFormBody): Promise<Form> {
    return this.service.update(id, body);
  }
}
