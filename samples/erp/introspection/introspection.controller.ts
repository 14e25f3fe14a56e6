import { Get, Param, Query } from '@nestjs/common';
import { ListQuery, pageOf, type Page } from '../shared/list.model.js';
import { ErpController } from '../shared/erp-controller.js';
import {
  type ColumnInfo,
  type EnumInfo,
  type RelationshipInfo,
  type SchemaInfo,
  type TableInfo,
} from './introspection.model.js';
import { IntrospectionService } from './introspection.service.js';

/** What the business database holds: schemas, tables, columns, relationships, enums. */
@ErpController('v1/introspection')
export class IntrospectionController {
  constructor(private readonly service: IntrospectionService) {}

  @Get('schemas')
  async schemas(@Query() query: ListQuery): Promise<Page<SchemaInfo>> {
    return pageOf(await this.service.schemas(), query);
  }

  @Get('schemas/:schema/tables')
  async tables(
    @Param('schema') schema: string,
    @Query() query: ListQuery,
  ): Promise<Page<TableInfo>> {
    return pageOf(await this.service.tables(schema), query);
  }

  @Get('tables/:schema/:table/columns')
  async columns(
    @Param('schema') schema: string,
    @Param('table') table: string,
    @Query() query: ListQuery,
  ): Promise<Page<ColumnInfo>> {
    return pageOf(await this.service.columns(schema, table), query);
  }

  @Get('tables/:schema/:table/relationships')
  async relationships(
    @Param('schema') schema: string,
    @Param('table') table: string,
    @Query() query: ListQuery,
  ): Promise<Page<RelationshipInfo>> {
    return pageOf(await this.service.relationships(schema, table), query);
  }

  @Get('enums/:schema')
  async enums(@Param('schema') schema: string, @Query() query: ListQuery): Promise<Page<EnumInfo>> {
    return pageOf(await this.service.enums(schema), query);
  }

  @Get('enums/:schema/:name')
  async enum(@Param('schema') schema: string, @Param('name') name: string): Promise<EnumInfo> {
    return this.service.enum(schema, name);
  }
}
