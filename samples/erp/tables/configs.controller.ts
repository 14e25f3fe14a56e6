import { Body, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { QueryResult, SummaryResult, Validation } from '../../../src/platform/types.js';
import { SearchQuery, type Page } from '../shared/fields.js';
import { ErpController } from '../shared/fields.js';
import {
  ConfigBody,
  CreateConfigBody,
  QueryConfigBody,
  SummarizeConfigBody,
  UpdateConfigBody,
  type ConfigRow,
  type SummaryRow,
  ConfigsService,
} from './configs.service.js';
import { QueryService } from './query.service.js';
import type { WithFindings } from '../shared/schema-problems.js';

@ErpController('v1/data/configs')
export class ConfigsController {
  constructor(
    private readonly configs: ConfigsService,
    private readonly queries: QueryService,
  ) {}

  @Get()
  list(@Query() query: SearchQuery): Promise<Page<SummaryRow>> {
    return this.configs.list(query);
  }

  @Post()
  create(@Body() body: CreateConfigBody): Promise<ConfigRow> {
    return this.configs.create(body);
  }

  @Get('name/:name')
  getByName(@Param('name') name: string): Promise<ConfigRow> {
    return this.configs.getByName(name);
  }

  @Post('validate')
  @HttpCode(200)
  validate(@Body() body: ConfigBody): Promise<WithFindings<Validation>> {
    return this.configs.validate(body.config);
  }

  @Post('query')
  @HttpCode(200)
  query(@Body() body: QueryConfigBody): Promise<QueryResult> {
    return this.queries.query(body);
  }

  @Post('summarize')
  @HttpCode(200)
  summarize(@Body() body: SummarizeConfigBody): Promise<SummaryResult> {
    return this.queries.summarize(body);
  }

  @Get(':id')
  get(@Param('id') id: string): Promise<ConfigRow> {
    return this.configs.get(id);
  }

  @Put(':id')
  update(@Param('id') id: string, @Body() body: UpdateConfigBody): Promise<ConfigRow> {
    return this.configs.update(id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  delete(@Param('id') id: string): Promise<void> {
    return this.configs.delete(id);
  }
}
