import type { Platform } from '../platform.js';
import { refuse } from './changes/changed.js';
import { changeColumns } from './changes/column-change.js';
import { changeFilters } from './changes/filter-change.js';
import { changeJoins } from './changes/join-change.js';
import { changeSort } from './changes/sort-change.js';
import type { SortDirection, TableConfig } from './config-model.js';
import { fullName, loadFacts, type Facts, type TableFacts, type TableName } from './facts.js';
import { findTable } from './find-table.js';

/** The few words from which a new table is built. */
export interface Wish {
  title: string;
  /** `schema.table` or a table name. */
  source: string;
  /** Names of the source's columns, or `table.column` of tables linked by a foreign key. */
  columns?: readonly string[];
  filters?: readonly { column: string; operator?: string; value?: unknown }[];
  sort?: readonly { column: string; direction?: SortDirection }[];
}

/** Builds the config of a new table from a short wish, joining linked tables where columns need it. */
export async function buildConfig(platform: Platform, wish: Wish): Promise<TableConfig> {
  const source = await findTable(platform, wish.source);
  const references = [...(wish.columns ?? []), ...columnsOf(wish.filters), ...columnsOf(wish.sort)];
  const prefixes = new Set(references.flatMap((name) => prefixOf(name, source) ?? []));
  const joined = await Promise.all([...prefixes].map((prefix) => findTable(platform, prefix)));
  const facts = await loadFacts(platform, [source, ...joined]);
  return assemble(wish, source, joined, facts);
}

function columnsOf(items: readonly { column: string }[] = []): string[] {
  return items.map((item) => item.column);
}

/** The table of `table.column`, or of `schema.table.column`, when it is not the source. */
function prefixOf(name: string, source: TableName): string | undefined {
  const at = name.lastIndexOf('.');
  const prefix = name.slice(0, Math.max(at, 0));
  return prefix === '' || prefix === source.table || prefix === fullName(source)
    ? undefined
    : prefix;
}

/** Puts the parts together with the same changes that the apply tools make. Pure. */
export function assemble(
  wish: Wish,
  source: TableName,
  joined: readonly TableName[],
  facts: Facts,
): TableConfig {
  const table = facts.get(fullName(source)) ?? refuse(`Nothing is known of ${fullName(source)}.`);
  let config = withTitle(wish.title, source, table);
  for (const join of joined) {
    config = changeJoins(config, { operation: 'add', table: join, columns: [] }, facts).config;
  }
  const columns = wish.columns?.length ? wish.columns : usualColumns(table);
  config = changeColumns(config, { operation: 'add', columns }, facts).config;
  for (const filter of wish.filters ?? []) {
    config = changeFilters(config, { operation: 'add', ...filter }, facts).config;
  }
  if (wish.sort?.length) {
    config = changeSort(config, { operation: 'set', sorts: wish.sort }, facts).config;
  }
  return config;
}

/** A table that shows nothing yet; its id is read but hidden, for links and actions. */
function withTitle(title: string, { schema, table }: TableName, facts: TableFacts): TableConfig {
  const id = facts.columns.find((column) => column.is_primary_key && column.type === 'uuid');
  return {
    title,
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: table,
        schema,
        select: { columns: id ? [{ name: id.name }] : [] },
        filters: [],
        sort: [],
        rows: 25,
      },
    ],
    visual_settings: {
      columns: id ? { [id.name]: { name: id.name, header: 'ID', type: 'uuid', hidden: true } } : {},
      pagination: { enabled: true, page_sizes: [25, 50, 100], default_page_size: 25 },
    },
  };
}

const USUAL = 8;
const DULL = new Set(['created_at', 'updated_at']);

/** What a person would want to see first: no ids, no bookkeeping. */
function usualColumns({ columns }: TableFacts): string[] {
  const telling = columns.filter(({ name, type }) => type !== 'uuid' && !DULL.has(name));
  return (telling.length > 0 ? telling : columns).slice(0, USUAL).map((column) => column.name);
}
