import { Body, Get, Param, Post, Put, Query } from '@nestjs/common';
import type { Page } from '../shared/list.model.js';
import { ErpController } from '../shared/erp-controller.js';
import { CreateFieldBody, FieldsQuery, UpdateFieldBody } from './forms.dto.js';
import { FormsService } from './forms.service.js';
import type { FormField } from './pages.model.js';

/** Fields of forms. */
@ErpController('v1/config/form-fields')
export class FormFieldsController {
  constructor(private readonly service: FormsService) {}

  @Get()
  list(@Query() query: FieldsQuery): Promise<Page<FormField>> {
    return this.service.listFields(query);
  }

  @Post()
  create(@Body() body: CreateFieldBody): Promise<FormField> {
    return this.service.createField(body);
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<FormField> {
    return this.service.getField(id);
  }

  @Put(':id')
  update(@Param('id') id: string, @Body() body: UpdateFieldBody): Promise<FormField> {
    return this.service.updateField(id, body);
  }
}
