import { requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import {
  allTables,
  introspection,
  resolveSchema,
  type ColumnInfo,
  type TableInfo,
} from '../../../platform/introspection.js';
import { show } from '../../../platform/lists.js';
import { searchWords, wordScore } from '../../../agenttools/search-words.js';
import { defined } from '../../../foundation/defined.js';

interface Input {
  query?: string;
  schema?: string;
  table?: string;
}

/** Finds tables and columns of the business database, or describes one table. */
export const searchDatabaseSchema = defineTool<Input>({
  name: 'search_database_schema',
  description:
    'Looks up the business database: which tables and columns exist, their types and how tables are linked. Use it before naming a column in a rule or a table config; give `table` for one table in full, or `query` words to search all tables and columns.',
  properties: {
    query: { type: 'string', description: 'Words to look for in table and column names.' },
    schema: { type: 'string', description: 'Only this schema, e.g. inventory.' },
    table: { type: 'string', description: 'One table: `schema.table` or a table name.' },
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
  effect: 'read',
  execute: async (input, { read }) => {
    const tables = await tablesOf(read, input.schema);
    if (input.table) return { result: await describe(read, findTable(input.table, tables)) };
    if (input.query) return { result: await search(read, input.query, tables) };
    return { result: { tables: show(tables.map(toLine), 60) } };
  },
});

async function tablesOf(read: ReadClient, schema: string | undefined): Promise<TableInfo[]> {
  if (!schema) return allTables(read);
  return introspection.tables(read, await resolveSchema(read, schema));
}

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
    ...defined({ comment: table.comment || undefined }),
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
      const hits = columns
        .map((column) => ({
          column,
          score: wordScore(words, `${column.name} ${column.comment ?? ''}`),
        }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score);
      const both = wordScore(
        words,
        `${tableText} ${hits.map(({ column }) => column.name).join(' ')}`,
      );
      const score = wordScore(words, tableText) + COLUMN_WEIGHT * (hits[0]?.score ?? 0) + both;
      return { table, score, columns: hits.map(({ column }) => columnLine(column)) };
    }),
  );
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return {
    query,
    matches: show(
      found.map(({ table, columns }) => ({
        ...toLine(table),
        matching_columns: columns.slice(0, 8),
      })),
      8,
    ),
    ...defined({
      hint:
        found.length === 0
          ? `Nothing matches. Tables there are: ${tables.map(fullName).join(', ')}`
          : undefined,
    }),
  };
}
