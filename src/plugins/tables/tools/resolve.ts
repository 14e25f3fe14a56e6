import { isUuid } from '../../../foundation/ids.js';
import { requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { fetchAll, getIfThere } from '../../../platform/lists.js';
import type { Form, PageConfig } from '../../../platform/types.js';
import type { StoredConfig } from './config-model.js';
import { allTables } from '../../../platform/reads.js';
import { singular } from './changes/selected-columns.js';
import type { TableName } from './facts.js';

/** The saved table with this id or name; rejects with `not_found` that lists close names. */
export function resolveConfig(read: ReadClient, idOrName: string): Promise<StoredConfig> {
  const words = { noun: 'table', listTool: 'list_table_configs' };
  return resolve(read, ['v1', 'data', 'configs'], idOrName, words);
}

/** By id where it is one that exists, else by name. */
async function resolve<T>(
  read: ReadClient,
  path: readonly string[],
  idOrName: string,
  words: { noun: string; listTool: string },
): Promise<T> {
  const byId = isUuid(idOrName) ? await getIfThere<T>(read, [...path, idOrName]) : undefined;
  if (byId !== undefined) return byId;
  const items = await fetchAll<{ id: string; name: string }>(read, path);
  const { id } = requireByName(items, idOrName, { nameOf: ({ name }) => name, ...words });
  return read.get<T>([...path, id]);
}

/** The saved table of exactly this name (without case); undefined when there is none. */
export async function savedByName(
  read: ReadClient,
  name: string,
): Promise<StoredConfig | undefined> {
  return getIfThere<StoredConfig>(read, ['v1', 'data', 'configs', 'name', name]);
}

/** The page with this id or name; rejects with `not_found` that lists close names. */
export function resolvePage(read: ReadClient, idOrName: string): Promise<PageConfig> {
  const words = { noun: 'page', listTool: 'list_pages' };
  return resolve(read, ['v1', 'config', 'page-configs'], idOrName, words);
}

/** The form with this id or name; rejects with `not_found` that lists close names. */
export function resolveForm(read: ReadClient, idOrName: string): Promise<Form> {
  const words = { noun: 'form', listTool: 'list_forms' };
  return resolve(read, ['v1', 'config', 'forms'], idOrName, words);
}

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
