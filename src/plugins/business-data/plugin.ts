import { textProperty } from '../../foundation/json.js';
import { staticTools } from '../../agenttools/sources/tool-source.js';
import { definePlugin } from '../../host/plugin.js';
import {
  requireByName,
  closeNames,
  matchName,
  searchWords,
  wordScore,
} from '../../agenttools/names.js';
import type { ReadClient } from '../../agenttools/sources/clients.js';
import { defineTool, type ToolOf } from '../../agenttools/tool.js';
import {
  allTables,
  introspection,
  resolveSchema,
  type ColumnInfo,
  type TableInfo,
  allEnums,
  type EnumInfo,
} from '../../platform/reads.js';
import { show } from '../../platform/lists.js';

export const businessDataPlugin = definePlugin({
  name: 'business-data',
  open: ({ backend }) => ({ backend: backend('erp') }),
  sources: ({ backend }) => [
    staticTools({
      id: 'business_data',
      title: 'Business database',
      backend,
      tools: sharedTools,
      services: {},
    }),
  ],
});

const searchDatabaseSchema = defineTool<{ query?: string; schema?: string; table?: string }>({
  name: 'search_database_schema',
  description:
    'Looks up the business database: which tables and columns exist, their types and how tables are linked. Use it before naming a column in a rule or a table config; give `table` for one table in full, or `query` words to search all tables and columns.',
  properties: {
    query: textProperty('Words to look for in table and column names.'),
    schema: textProperty('Only this schema, e.g. inventory.'),
    table: textProperty('One table: `schema.table` or a table name.'),
  },
  examples: [
    'what columns does the products table have?',
    'where is the supplier phone number stored in the database',
    'which tables are there in the inventory schema',
    'how are orders linked to customers',
    'is there a field for the reorder level?',
    'describe the structure of purchase orders',
    'wich table holds the wharehouse location',
  ],
  groups: ['workflow', 'tables'],
  execute: async ({ query, schema, table }, { read }) => {
    const tables = schema
      ? await introspection.tables(read, await resolveSchema(read, schema))
      : await allTables(read);
    if (table) return { result: await describe(read, findTable(table, tables)) };
    if (query) return { result: await search(read, query, tables) };
    return { result: { tables: show(tables.map(toLine), 60) } };
  },
});

function findTable(wanted: string, tables: readonly TableInfo[]): TableInfo {
  const exact = tables.filter(
    (table) => fullName(table) === wanted.toLowerCase() || table.name === wanted.toLowerCase(),
  );
  if (exact.length === 1 && exact[0]) return exact[0];
  return requireByName(tables, wanted, {
    nameOf: fullName,
    noun: 'table',
    listTool: 'search_database_schema without arguments',
  });
}

function fullName(table: TableInfo): string {
  return `${table.schema}.${table.name}`;
}

function toLine(table: TableInfo) {
  return {
    table: fullName(table),
    columns: table.column_count,
    rows: table.row_estimate,
    comment: table.comment || undefined,
  };
}

async function describe(read: ReadClient, table: TableInfo) {
  const [columns, relationships] = await Promise.all([
    introspection.columns(read, table.schema, table.name),
    introspection.relationships(read, table.schema, table.name),
  ]);
  return {
    ...toLine(table),
    columns: columns.map(columnLine),
    relationships: relationships.map(
      (link) =>
        `${link.direction === 'outgoing' ? `${link.column} →` : `${link.column} ←`} ${link.schema}.${link.table}.${link.foreign_column}`,
    ),
  };
}

/** `status: string, enum order_status`: all a model needs of a column, in one line. */
function columnLine(column: ColumnInfo): string {
  const notes = [
    column.type,
    column.is_primary_key ? 'primary key' : '',
    column.nullable ? '' : 'required',
    column.enum ? `enum ${column.enum}` : '',
    column.references
      ? `→ ${column.references.schema}.${column.references.table}.${column.references.column}`
      : '',
    column.comment ?? '',
  ];
  return `${column.name}: ${notes.filter((note) => note !== '').join(', ')}`;
}

const COLUMN_WEIGHT = 0.9;

async function search(read: ReadClient, query: string, tables: readonly TableInfo[]) {
  const words = searchWords(query);
  const scored = await Promise.all(
    tables.map(async (table) => {
      const columns = await introspection.columns(read, table.schema, table.name);
      const tableText = `${table.schema} ${table.name} ${table.comment ?? ''}`;
      const scoreOf = (column: ColumnInfo) =>
        wordScore(words, `${column.name} ${column.comment ?? ''}`);
      const hits = columns
        .map((column) => ({ column, score: scoreOf(column) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score);
      const names = hits.map(({ column }) => column.name).join(' ');
      const both = wordScore(words, `${tableText} ${names}`);
      const score = wordScore(words, tableText) + COLUMN_WEIGHT * (hits[0]?.score ?? 0) + both;
      return { table, score, columns: hits.map(({ column }) => columnLine(column)) };
    }),
  );
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const lines = found.map(({ table, columns }) => {
    return { ...toLine(table), matching_columns: columns.slice(0, 8) };
  });
  const none = `Nothing matches. Tables there are: ${tables.map(fullName).join(', ')}`;
  return { query, matches: show(lines, 8), hint: found.length === 0 ? none : undefined };
}

const searchEnums = defineTool<{ query?: string; schema?: string }>({
  name: 'search_enums',
  description:
    'Finds database enums and their allowed values, such as the order statuses or alert severities. Use it to learn which values a status or type column may take before you compare with one.',
  properties: {
    query: textProperty('Part of the enum name or one of its values.'),
    schema: textProperty('Only enums of this schema, e.g. sales.'),
  },
  examples: [
    'what order statuses are possible?',
    'which values can the severity have',
    'list the allowed values of purchase order status',
    'is "on hold" a valid status for an order?',
    'show all enums in sales',
    'what options are there for employment type',
  ],
  groups: ['workflow', 'tables'],
  execute: async ({ query, schema }, { read }) => {
    const enums = schema
      ? await introspection.enums(read, await resolveSchema(read, schema))
      : await allEnums(read);
    const found = query ? matching(query, enums) : enums;
    const names = enums.map((item) => item.name);
    const lines = found.map(({ schema: of, name, values }) => ({ enum: `${of}.${name}`, values }));
    const hint =
      found.length === 0 && query
        ? `No enum matches "${query}". Close names: ${closeNames(names, query).join(', ')}.`
        : undefined;
    return { result: { enums: show(lines, 30), hint } };
  },
});

/** By name first; else by the share of the query's words in name and values. */
function matching(query: string, enums: readonly EnumInfo[]): EnumInfo[] {
  const match = matchName(enums, query, (item) => item.name);
  if (match.kind === 'one') return [match.item];
  if (match.kind === 'many') return [...match.items];
  const words = searchWords(query);
  return enums
    .map((item) => ({
      item,
      score: wordScore(words, `${item.schema} ${item.name} ${item.values.join(' ')}`),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

export const sharedTools: readonly ToolOf<unknown>[] = [searchDatabaseSchema, searchEnums];
