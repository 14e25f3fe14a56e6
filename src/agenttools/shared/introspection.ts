import type {
  ColumnInfo,
  EnumInfo,
  RelationshipInfo,
  SchemaInfo,
  TableInfo,
} from '../../../samples/erp/client/types.js';
import { requireByName } from '../names.js';
import type { Platform } from '../platform.js';
import { fetchAll } from './lists.js';

export type {
  ColumnInfo,
  EnumInfo,
  RelationshipInfo,
  TableInfo,
} from '../../../samples/erp/client/types.js';

const ROOT = ['v1', 'introspection'] as const;

/** The business database's structure, read from the platform as the caller may see it. */
export const introspection = {
  schemas: (platform: Platform) => fetchAll<SchemaInfo>(platform, [...ROOT, 'schemas']),
  tables: (platform: Platform, schema: string) =>
    fetchAll<TableInfo>(platform, [...ROOT, 'schemas', schema, 'tables']),
  columns: (platform: Platform, schema: string, table: string) =>
    fetchAll<ColumnInfo>(platform, [...ROOT, 'tables', schema, table, 'columns']),
  relationships: (platform: Platform, schema: string, table: string) =>
    fetchAll<RelationshipInfo>(platform, [...ROOT, 'tables', schema, table, 'relationships']),
  enums: (platform: Platform, schema: string) =>
    fetchAll<EnumInfo>(platform, [...ROOT, 'enums', schema]),
};

/** The name of the schema meant; `not_found` names close ones. */
export async function resolveSchema(platform: Platform, wanted: string): Promise<string> {
  const schemas = await introspection.schemas(platform);
  const words = {
    nameOf: (item: { name: string }) => item.name,
    noun: 'schema',
    listTool: 'search_database_schema without arguments',
  };
  return requireByName(schemas, wanted, words).name;
}

/** All tables of all schemas. */
export async function allTables(platform: Platform): Promise<TableInfo[]> {
  const schemas = await introspection.schemas(platform);
  const tables = await Promise.all(
    schemas.map((schema) => introspection.tables(platform, schema.name)),
  );
  return tables.flat();
}

/** All enums of all schemas. */
export async function allEnums(platform: Platform): Promise<EnumInfo[]> {
  const schemas = await introspection.schemas(platform);
  const enums = await Promise.all(
    schemas.map((schema) => introspection.enums(platform, schema.name)),
  );
  return enums.flat();
}
