import { Get, Param, Query } from '@nestjs/common';
import { notFound } from '../../../src/foundation/errors.js';
import type {
  ColumnInfo,
  EnumInfo,
  RelationshipInfo,
  SchemaInfo,
  TableInfo,
} from '../../../src/platform/types.js';
import { ErpController, ListQuery, pageOf, type Page } from '../shared/fields.js';
import { CatalogStore, type Catalog, type CatalogTable } from './catalog.store.js';

/** What the business database holds; a name that is not there is `not_found` with the names that are. */
@ErpController('v1/introspection')
export class IntrospectionController {
  constructor(private readonly store: CatalogStore) {}

  @Get('schemas')
  async schemas(@Query() query: ListQuery): Promise<Page<SchemaInfo>> {
    const catalog = await this.store.load();
    const schemas = catalog
      .schemas()
      .map((name) => ({ name, table_count: catalog.tables(name).length }));
    return pageOf(schemas, query);
  }

  @Get('schemas/:schema/tables')
  async tables(
    @Param('schema') schema: string,
    @Query() query: ListQuery,
  ): Promise<Page<TableInfo>> {
    const catalog = await this.withSchema(schema);
    const tables = catalog.tables(schema).map(({ name, columns, rowEstimate, comment }) => {
      return { schema, name, column_count: columns.length, row_estimate: rowEstimate, comment };
    });
    return pageOf(tables, query);
  }

  @Get('tables/:schema/:table/columns')
  async columns(
    @Param('schema') schema: string,
    @Param('table') table: string,
    @Query() query: ListQuery,
  ): Promise<Page<ColumnInfo>> {
    return pageOf(requireTable(await this.withSchema(schema), schema, table).columns, query);
  }

  @Get('tables/:schema/:table/relationships')
  async relationships(
    @Param('schema') schema: string,
    @Param('table') table: string,
    @Query() query: ListQuery,
  ): Promise<Page<RelationshipInfo>> {
    const catalog = await this.withSchema(schema);
    requireTable(catalog, schema, table);
    return pageOf(catalog.relationships(schema, table), query);
  }

  @Get('enums/:schema')
  async enums(@Param('schema') schema: string, @Query() query: ListQuery): Promise<Page<EnumInfo>> {
    return pageOf((await this.withSchema(schema)).enums(schema), query);
  }

  @Get('enums/:schema/:name')
  async enum(@Param('schema') schema: string, @Param('name') name: string): Promise<EnumInfo> {
    const catalog = await this.withSchema(schema);
    const names = catalog.enums(schema).map((known) => known.name);
    return (
      catalog.enum(schema, name) ?? missing(`enum '${name}' in schema '${schema}'`, 'name', names)
    );
  }

  private async withSchema(schema: string): Promise<Catalog> {
    const catalog = await this.store.load();
    const schemas = catalog.schemas();
    if (!schemas.includes(schema)) missing(`schema '${schema}'`, 'schema', schemas);
    return catalog;
  }
}

function requireTable(catalog: Catalog, schema: string, table: string): CatalogTable {
  const names = catalog.tables(schema).map((known) => known.name);
  return (
    catalog.table(schema, table) ??
    missing(`table '${table}' in schema '${schema}'`, 'table', names)
  );
}

function missing(what: string, path: string, allowed: readonly string[]): never {
  const choices = allowed.length === 0 ? 'There are none' : `There are: ${allowed.join(', ')}`;
  const message = `There is no ${what}. ${choices}.`;
  throw notFound(message, [{ path, message, allowed }]);
}
