import { changeFilters } from './changes/filter-change.js';
import { filterItems } from './filter-items.js';
import { changeSort } from './changes/sort-change.js';
import type { SortDirection, TableConfig } from './config-model.js';
import { loadFacts, tablesOf } from './facts.js';
import type { TableCall } from '../services.js';

/** What one look at a table's rows asks for beside what is saved. */
export interface Look {
  filters?: { column: string; operator: string; value?: unknown }[];
  sort_by?: string;
  direction?: SortDirection;
}

/** The schema of such filters. */
export const lookFilters = {
  type: 'array',
  maxItems: 10,
  description: 'Only for this look.',
  items: filterItems,
};

/** The config with its filters and its order for one look. */
export async function forThisLook(
  base: TableConfig,
  { filters = [], sort_by, direction = 'asc' }: Look,
  { read }: TableCall,
): Promise<TableConfig> {
  if (filters.length === 0 && sort_by === undefined) return base;
  const facts = await loadFacts(read, tablesOf(base));
  let config = base;
  for (const filter of filters) {
    config = changeFilters(config, { operation: 'add', ...filter }, facts).config;
  }
  if (sort_by === undefined) return config;
  const sorts = [{ column: sort_by, direction }];
  return changeSort(config, { operation: 'set', sorts }, facts).config;
}
