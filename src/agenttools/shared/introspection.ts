import { requireByName } from '../names.js';
import type { Platform } from '../platform.js';
import { fetchAll } from './lists.js';

/** A table as the platform's introspection lists it. */
export interface TableInfo {
  schema: string;
  name: string;
  column_count: number;
  row_estimate: number;
  comment?: string | null;
}

/** A column of a table. */
export interface ColumnInfo {
  name: string;
  type: string;
  pg_type: string;
  nullable: boolean;
  is_primary_key: boolean;
  enum?: string | null;
  references?: { schema: string; table: string; column: string } | null;
  comment?: string | null;
}

/** A foreign key seen from one table. */
export interface RelationshipInfo {
  direction: 'outgoing' | 'incoming';
  column: string;
  schema: string;
  table: string;
  foreign_column: string;
}

/** A database enum and its values. */
export interface EnumInfo {
  schema: string;
  name: string;
  values: string[];
}

const ROOT = ['v1', 'introspection'] as const;

/** The business database's structure, read from the platform as the caller may see it. */
export const introspection = {
  schemas: (platform: Platform) =>
    fetchAll<{ name: string; table_count: number }>(platform, [...ROOT, 'schemas']),
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
