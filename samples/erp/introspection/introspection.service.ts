import { Injectable } from '@nestjs/common';
import { defined } from '../../../src/foundation/defined.js';
import { AppError } from '../../../src/foundation/errors.js';
import { CatalogStore } from './catalog.store.js';
import type { Catalog, CatalogTable } from './catalog.js';
import type {
  ColumnInfo,
  EnumInfo,
  RelationshipInfo,
  SchemaInfo,
  TableInfo,
} from './introspection.model.js';

/** Answers questions on the business schemas; a name that is not there is `not_found` with the names that are. */
@Injectable()
export class IntrospectionService {
  constructor(private readonly store: CatalogStore) {}

  async schemas(): Promise<SchemaInfo[]> {
    const catalog = await this.store.load();
    return catalog.schemas().map((name) => ({ name, table_count: catalog.tables(name).length }));
  }

  async tables(schema: string): Promise<TableInfo[]> {
    const catalog = await this.store.load();
    requireSchema(catalog, schema);
    return catalog.tables(schema).map((table) => ({
      schema: table.schema,
      name: table.name,
      column_count: table.columns.length,
      row_estimate: table.rowEstimate,
      ...defined({ comment: table.comment }),
    }));
  }

  async columns(schema: string, table: string): Promise<ColumnInfo[]> {
    return [...requireTable(await this.store.load(), schema, table).columns];
  }

  async relationships(schema: string, table: string): Promise<RelationshipInfo[]> {
    const catalog = await this.store.load();
    requireTable(catalog, schema, table);
    return catalog.relationships(schema, table);
  }

  async enums(schema: string): Promise<EnumInfo[]> {
    const catalog = await this.store.load();
    requireSchema(catalog, schema);
    return [...catalog.enums(schema)];
  }

  async enum(schema: string, name: string): Promise<EnumInfo> {
    const catalog = await this.store.load();
    requireSchema(catalog, schema);
    const found = catalog.enum(schema, name);
    const names = catalog.enums(schema).map((known) => known.name);
    return found ?? missing(`enum '${name}' in schema '${schema}'`, 'name', names);
  }
}

function requireSchema(catalog: Catalog, schema: string): void {
  const schemas = catalog.schemas();
  if (!schemas.includes(schema)) missing(`schema '${schema}'`, 'schema', schemas);
}

function requireTable(catalog: Catalog, schema: string, table: string): CatalogTable {
  requireSchema(catalog, schema);
  const names = catalog.tables(schema).map((known) => known.name);
  return (
    catalog.table(schema, table) ??
    missing(`table '${table}' in schema '${schema}'`, 'table', names)
  );
}

function missing(what: string, path: string, allowed: readonly string[]): never {
  const choices = allowed.length === 0 ? 'There are none' : `There are: ${allowed.join(', ')}`;
  const message = `There is no ${what}. ${choices}.`;
  throw new AppError('not_found', message, [{ path, message, allowed }]);
}
