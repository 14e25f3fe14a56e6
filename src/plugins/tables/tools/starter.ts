import type { ReadClient } from '../../../agenttools/sources/clients.js';
import {
  refuse,
  type SortDirection,
  type TableConfig,
  type Changed,
  joinsOf,
  nameOfJoin,
} from './config-model.js';
import { changeColumns } from './changes/column-change.js';
import { changeFilters, changeSort } from './changes/filter-change.js';
import {
  fullName,
  loadFacts,
  type Facts,
  type TableFacts,
  type TableName,
  tablesOf,
  findTable,
} from './facts.js';
import { changeJoins } from './changes/join-change.js';

export interface Wish {
  title: string;
  /** `schema.table` or a table name. */
  source: string;
  columns?: readonly string[];
  filters?: readonly { column: string; operator?: string; value?: unknown }[];
  sort?: readonly { column: string; direction?: SortDirection }[];
}

/** Builds the config of a new table from a short wish, joining linked tables where columns need it. */
export async function buildConfig(read: ReadClient, wish: Wish): Promise<TableConfig> {
  const source = await findTable(read, wish.source);
  const own = await loadFacts(read, [source]);
  const table = own.get(fullName(source)) ?? refuse(`Nothing is known of ${fullName(source)}.`);
  const bare = bareConfig(wish.title, source, table);
  const columns = wish.columns?.length ? wish.columns : usualColumns(table);
  const { filters = [], sort = [] } = wish;
  const references = [...columns, ...[...filters, ...sort].map(({ column }) => column)];
  const missing = await findMissing(read, bare, references);
  const facts = new Map([...own, ...(await loadFacts(read, [...missing.values()]))]);
  const rename = (reference: string) => withTableName(reference, missing);
  let config = joinMissing(bare, missing, facts).config;
  const add = { operation: 'add', columns: columns.map(rename) } as const;
  config = changeColumns(config, add, facts).config;
  for (const filter of filters) {
    const change = { ...filter, operation: 'add', column: rename(filter.column) } as const;
    config = changeFilters(config, change, facts).config;
  }
  // Without an order of its own a table would list its rows by their ids.
  const order = sort.length > 0 ? sort : columns.slice(0, 1).map((column) => ({ column }));
  const sorts = order.map((item) => ({ ...item, column: rename(item.column) }));
  return changeSort(config, { operation: 'set', sorts }, facts).config;
}

/** A table that shows nothing yet; its id is read but hidden, for links and actions. */
function bareConfig(title: string, { schema, table }: TableName, facts: TableFacts): TableConfig {
  const id = facts.columns.find((column) => column.is_primary_key && column.type === 'uuid');
  const select = { columns: id ? [{ name: id.name }] : [] };
  return {
    title,
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      { type: 'query', source: table, schema, select, filters: [], sort: [], rows: 25 },
    ],
    visual_settings: {
      columns: id ? { [id.name]: { name: id.name, header: 'ID', type: 'uuid', hidden: true } } : {},
      pagination: { enabled: true, page_sizes: [25, 50, 100], default_page_size: 25 },
    },
  };
}

const USUAL = 8;
const DULL = new Set(['created_at', 'updated_at', 'latitude', 'longitude']);

function usualColumns({ columns }: TableFacts): string[] {
  const telling = columns.filter(({ name, type }) => type !== 'uuid' && !DULL.has(name));
  return (telling.length > 0 ? telling : columns).slice(0, USUAL).map((column) => column.name);
}

/** Tables that references name and a config lacks, by what the reference calls them. */
type MissingTables = ReadonlyMap<string, TableName>;

/** Looks up the tables of `table.column` references that are neither source nor joined. */
export async function findMissing(
  read: ReadClient,
  config: TableConfig,
  references: readonly string[],
): Promise<MissingTables> {
  const known = new Set(tablesOf(config).flatMap((table) => [table.table, fullName(table)]));
  for (const join of joinsOf(config)) known.add(nameOfJoin(join));
  const prefixes = new Set(references.map(prefixOf).filter((prefix) => prefix !== ''));
  const missing = [...prefixes].filter((prefix) => !known.has(prefix));
  const found = await Promise.all(missing.map((prefix) => findTable(read, prefix)));
  return new Map(missing.map((prefix, index) => [prefix, found[index] as TableName]));
}

export function joinMissing(base: TableConfig, missing: MissingTables, facts: Facts): Changed {
  const present = tablesOf(base).map(fullName);
  const wanted = new Map([...missing.values()].map((table) => [fullName(table), table]));
  let changed: Changed = { config: base, summary: [] };
  for (const [name, table] of wanted) {
    // Named in another way (singular, part of the name), but joined already.
    if (present.includes(name)) continue;
    const next = changeJoins(changed.config, { operation: 'add', table, columns: [] }, facts);
    changed = { config: next.config, summary: [...changed.summary, ...next.summary] };
  }
  return changed;
}

/** A reference with the table's own name in place of what it was called. */
export function withTableName(reference: string, missing: MissingTables): string {
  const table = missing.get(prefixOf(reference));
  return table === undefined
    ? reference
    : `${table.table}.${reference.slice(reference.lastIndexOf('.') + 1)}`;
}

function prefixOf(reference: string): string {
  return reference.slice(0, Math.max(reference.lastIndexOf('.'), 0)).trim();
}
