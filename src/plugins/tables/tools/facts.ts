import {
  introspection,
  type ColumnInfo,
  type RelationshipInfo,
  allTables,
} from '../../../platform/reads.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { isUuid } from '../../../foundation/ids.js';
import { requireByName } from '../../../agenttools/names.js';
import { fetchAll, getIfThere } from '../../../platform/lists.js';
import type { Form, PageConfig } from '../../../platform/types.js';
import {
  joinsOf,
  sourceOf,
  type ColumnType,
  type TableConfig,
  type StoredConfig,
} from './config-model.js';

export interface ColumnFacts extends Omit<ColumnInfo, 'type' | 'enum'> {
  type: ColumnType;
  enum?: readonly string[];
}

export interface TableFacts {
  schema: string;
  table: string;
  columns: readonly ColumnFacts[];
  relationships: readonly RelationshipInfo[];
}

/** Facts by `schema.table`. */
export type Facts = ReadonlyMap<string, TableFacts>;

export interface TableName {
  schema: string;
  table: string;
}

/** `schema.table`: the key of {@link Facts}. */
export function fullName({ schema, table }: TableName): string {
  return `${schema}.${table}`;
}

/** Reads columns and foreign keys of tables; each table once. Rejects with `not_found` for an unknown one. */
export async function loadFacts(read: ReadClient, tables: readonly TableName[]): Promise<Facts> {
  const unique = new Map(tables.map((table) => [fullName(table), table]));
  const loaded = await Promise.all([...unique.values()].map((table) => loadTable(read, table)));
  return new Map(loaded.map((facts) => [fullName(facts), facts]));
}

async function loadTable(read: ReadClient, { schema, table }: TableName): Promise<TableFacts> {
  const [columns, relationships] = await Promise.all([
    introspection.columns(read, schema, table),
    introspection.relationships(read, schema, table),
  ]);
  const withEnums = columns.map(async ({ enum: enumName, ...column }): Promise<ColumnFacts> => {
    if (!enumName) return column;
    const [name = '', owner = schema] = enumName.split('.').reverse();
    const path = ['v1', 'introspection', 'enums', owner, name];
    return { ...column, enum: (await read.get<{ values: string[] }>(path)).values };
  });
  return { schema, table, columns: await Promise.all(withEnums), relationships };
}

export function tablesOf(config: TableConfig): [TableName, ...TableName[]] {
  const source = sourceOf(config);
  return [{ schema: source.schema, table: source.source }, ...joinsOf(config)];
}

const LABELS = ['name', 'title', 'number', 'code', 'username', 'sku', 'last_name', 'email'];

/** The column that best says to a person which row it is; undefined for a table of bare numbers. */
export function labelColumn(facts: TableFacts): ColumnFacts | undefined {
  const byName = new Map(facts.columns.map((column) => [column.name, column]));
  const known = LABELS.map((name) => byName.get(name)).find((column) => column !== undefined);
  return known ?? facts.columns.find((column) => column.type === 'string');
}

/** Makes what finds a thing by its id, where it is one that exists, else by name; rejects with `not_found` that lists close names. */
function resolver<T>(path: readonly string[], noun: string, listTool: string) {
  return async (read: ReadClient, idOrName: string): Promise<T> => {
    const byId = isUuid(idOrName) ? await getIfThere<T>(read, [...path, idOrName]) : undefined;
    if (byId !== undefined) return byId;
    const items = await fetchAll<{ id: string; name: string }>(read, path);
    const words = { nameOf: ({ name }: { name: string }) => name, noun, listTool };
    return read.get<T>([...path, requireByName(items, idOrName, words).id]);
  };
}

export const CONFIGS = ['v1', 'data', 'configs'] as const;
export const PAGES = ['v1', 'config', 'page-configs'];
export const resolveConfig = resolver<StoredConfig>(CONFIGS, 'table', 'list_table_configs');
export const resolvePage = resolver<PageConfig>(PAGES, 'page', 'list_pages');
export const resolveForm = resolver<Form>(['v1', 'config', 'forms'], 'form', 'list_forms');

/** The saved table of exactly this name (without case); undefined when there is none. */
export async function savedByName(
  read: ReadClient,
  name: string,
): Promise<StoredConfig | undefined> {
  return getIfThere<StoredConfig>(read, [...CONFIGS, 'name', name]);
}

/** The table meant by `schema.table`, a name or a part that fits one; `not_found` lists close names. */
export async function findTable(read: ReadClient, wanted: string): Promise<TableName> {
  const tables = await allTables(read);
  const text = wanted.trim().toLowerCase().replace(/\s+/g, '_');
  const exact =
    tables.find((table) => `${table.schema}.${table.name}` === text) ??
    only(tables.filter((table) => table.name === text)) ??
    only(tables.filter((table) => singular(table.name) === text));
  const found =
    exact ??
    requireByName(tables, wanted, {
      nameOf: (table) => `${table.schema}.${table.name}`,
      noun: 'database table',
      listTool: 'search_database_schema',
    });
  return { schema: found.schema, table: found.name };
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

export function singular(table: string): string {
  if (/(ss|us|is)$/.test(table)) return table;
  if (/ies$/.test(table)) return table.replace(/ies$/, 'y');
  if (/(sses|xes|ches|shes)$/.test(table)) return table.replace(/es$/, '');
  return table.replace(/s$/, '');
}
