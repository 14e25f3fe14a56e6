import { introspection, type ColumnInfo, type RelationshipInfo } from '../../../platform/reads.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { joinsOf, sourceOf, type ColumnType, type TableConfig } from './config-model.js';

/** A column of the business database as introspection tells it, an enum's values included. */
export interface ColumnFacts extends Omit<ColumnInfo, 'type' | 'enum'> {
  type: ColumnType;
  enum?: readonly string[];
}

/** What introspection knows of one table. */
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
  const withEnums = columns.map((column) => toFacts(read, schema, column));
  return { schema, table, columns: await Promise.all(withEnums), relationships };
}

async function toFacts(
  read: ReadClient,
  schema: string,
  { enum: enumName, type, ...column }: ColumnInfo,
): Promise<ColumnFacts> {
  const facts: ColumnFacts = { ...column, type: type };
  if (!enumName) return facts;
  const [name = '', owner = schema] = enumName.split('.').reverse();
  const path = ['v1', 'introspection', 'enums', owner, name];
  return { ...facts, enum: (await read.get<{ values: string[] }>(path)).values };
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
