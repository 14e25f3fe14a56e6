import { requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { allTables } from '../../../platform/introspection.js';
import { singular } from './changes/select-column.js';
import type { TableName } from './facts.js';

/**
 * The business table meant by `schema.table`, a table name, or a part that fits only one. Rejects
 * with `not_found` that lists close names.
 */
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
