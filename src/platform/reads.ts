import { requireByName } from '../agenttools/names.js';
import type { ReadClient } from '../agenttools/sources/clients.js';
import type {
  ColumnInfo,
  EnumInfo,
  RelationshipInfo,
  SchemaInfo,
  TableInfo,
  QueryResult,
} from './types.js';
import { fetchAll } from './lists.js';

/** The ERP's requests that only read although their method is not GET: questions, checks and dry runs. */
export const erpReads = [
  'POST /v1/data/configs/query',
  'POST /v1/data/configs/summarize',
  'POST /v1/data/configs/validate',
  'POST /v1/config/forms/preview',
  'POST /v1/config/page-configs/preview',
  'POST /v1/workflow/rules/simulate',
  'POST /v1/workflow/rules/*/simulate',
  'POST /v1/workflow/rules/*/estimate',
  'POST /v1/workflow/rules/full?dry_run=true',
  'PUT /v1/workflow/rules/*/full?dry_run=true',
] as const;

export type { ColumnInfo, EnumInfo, RelationshipInfo, TableInfo } from './types.js';

const ROOT = ['v1', 'introspection'] as const;

/** The business database's structure, read from the platform as the caller may see it. */
export const introspection = {
  schemas: (read: ReadClient) => fetchAll<SchemaInfo>(read, [...ROOT, 'schemas']),
  tables: (read: ReadClient, schema: string) =>
    fetchAll<TableInfo>(read, [...ROOT, 'schemas', schema, 'tables']),
  columns: (read: ReadClient, schema: string, table: string) =>
    fetchAll<ColumnInfo>(read, [...ROOT, 'tables', schema, table, 'columns']),
  relationships: (read: ReadClient, schema: string, table: string) =>
    fetchAll<RelationshipInfo>(read, [...ROOT, 'tables', schema, table, 'relationships']),
  enums: (read: ReadClient, schema: string) => fetchAll<EnumInfo>(read, [...ROOT, 'enums', schema]),
};

/** The name of the schema meant; `not_found` names close ones. */
export async function resolveSchema(read: ReadClient, wanted: string): Promise<string> {
  const schemas = await introspection.schemas(read);
  const words = {
    nameOf: (item: { name: string }) => item.name,
    noun: 'schema',
    listTool: 'search_database_schema without arguments',
  };
  return requireByName(schemas, wanted, words).name;
}

export async function allTables(read: ReadClient): Promise<TableInfo[]> {
  const schemas = await introspection.schemas(read);
  const tables = await Promise.all(
    schemas.map((schema) => introspection.tables(read, schema.name)),
  );
  return tables.flat();
}

export async function allEnums(read: ReadClient): Promise<EnumInfo[]> {
  const schemas = await introspection.schemas(read);
  const enums = await Promise.all(schemas.map((schema) => introspection.enums(read, schema.name)));
  return enums.flat();
}

/** A page of `rows` rows (at most 500) of a config from the live data; the first, or the one named. */
export function queryConfig(
  read: ReadClient,
  config: object,
  rows: number,
  page = 1,
): Promise<QueryResult> {
  return read.send({
    method: 'POST',
    segments: ['v1', 'data', 'configs', 'query'],
    body: { config, page, rows },
  });
}
