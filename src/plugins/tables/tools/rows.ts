import {
  choiceProperty,
  closedObject,
  flagProperty,
  listProperty,
  textProperty,
} from '../../../foundation/json.js';
import { textSearches, changeFilters, changeSort } from './changes/filter-change.js';
import {
  filterOperators,
  type SortDirection,
  type TableConfig,
  toTableConfig,
} from './config-model.js';
import { CONFIGS, loadFacts, tablesOf } from './facts.js';
import {
  type TableCall,
  pendingOf,
  requireStored,
  tableContextIds,
  tableProperties,
  type TableInput,
  tableTool,
} from './base.js';
import { queryConfig } from '../../../platform/reads.js';
import type { QueryResult, SummaryResult } from '../../../platform/types.js';
import { show } from '../../../platform/lists.js';
import { findKey } from './references.js';

export const comparison = {
  operator: { type: 'string', enum: [...filterOperators, ...textSearches] },
  value: {
    type: ['string', 'number', 'boolean', 'array'],
    items: { type: ['string', 'number', 'boolean'] },
  },
};
const column = { type: 'string' };
export const filterItems = closedObject(['column', 'operator'], { column, ...comparison });

export const direction = choiceProperty(['asc', 'desc'], 'asc when left out.');
export const sortItems = closedObject(['column'], { column, direction });

interface Look {
  filters?: { column: string; operator: string; value?: unknown }[];
  sort_by?: string;
  direction?: SortDirection;
}

const lookFilters = listProperty('Only for this look.', filterItems, 10);

async function forThisLook(
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

interface RowsInput extends TableInput, Look {
  rows?: number;
  pending?: boolean;
}

const DEFAULT_ROWS = 10;

export const queryTableConfig = tableTool<RowsInput>({
  name: 'query_table_config',
  description:
    'Reads the first rows of a saved table and how many there are, optionally filtered or sorted for this one look. Use it for questions about the data; it changes nothing.',
  properties: {
    ...tableProperties,
    rows: { type: 'integer', minimum: 1, maximum: 10, description: 'How many rows (10).' },
    filters: lookFilters,
    sort_by: textProperty('Column to sort by, only for this look.'),
    direction,
    pending: flagProperty('True: with the changes not yet accepted.'),
  },
  examples: [
    'show me the first rows of the stock table',
    'what data is in this table?',
    'which products have the lowest stock right now?',
    'give me the top five orders by amount',
    'let me see some sample rows',
    'whats in there',
    'find the customer Müller in the customers table',
  ],
  contextIds: tableContextIds,
  execute: async (input, context) => {
    const stored = await requireStored(input, context);
    const copy = input.pending === true ? await pendingOf(stored.id, context) : undefined;
    const base = copy === undefined ? stored.config : toTableConfig(copy.config);
    const config = await forThisLook(base, input, context);
    const answer = await queryConfig(context.read, config, input.rows ?? DEFAULT_ROWS);
    return { result: { table: stored.name, ...toRows(answer) } };
  },
});

/** Rows without their hidden columns: those are ids and the like. */
function toRows({ rows, columns, total }: QueryResult) {
  const visible = columns.filter((column) => !column.hidden);
  return {
    total,
    shown: rows.length,
    columns: visible.map(({ key, header, type }) => ({ key, header, type })),
    rows: rows.map((row) => Object.fromEntries(visible.map(({ key }) => [key, row[key] ?? null]))),
  };
}

interface SummaryInput extends TableInput, Pick<Look, 'filters'> {
  group_by?: string;
  sum?: string[];
}

const MAX_GROUPS = 25;

export const summarizeTable = tableTool<SummaryInput>({
  name: 'summarize_table',
  description:
    'Counts the rows of a saved table and sums number columns over all of them, in total and per value of one column, optionally only of filtered rows. Use it for "how many" and "how much" questions instead of reading rows.',
  properties: {
    ...tableProperties,
    group_by: textProperty('Column whose values form the groups.'),
    sum: listProperty('Number columns to sum.', column, 10),
    filters: lookFilters,
  },
  examples: [
    'how many orders are there per status?',
    'count the rows of this table',
    'what is the total quantity in stock?',
    'sum of order amounts by customer',
    'how much do we have per warehouse',
    'give me totals',
  ],
  contextIds: tableContextIds,
  execute: async ({ group_by, sum, filters, ...table }, context) => {
    const stored = await requireStored(table, context);
    const config = await forThisLook(stored.config, { filters }, context);
    const group = group_by === undefined ? undefined : findKey(config, group_by);
    const segments = [...CONFIGS, 'summarize'];
    const sums = sum?.map((column) => findKey(config, column));
    const body = { config, group_by: group, sum: sums };
    const summary = await context.read.send<SummaryResult>({ method: 'POST', segments, body });
    const groups = show(summary.groups, MAX_GROUPS);
    const grouped = { group_by: group, group_count: groups.total, groups: groups.items };
    const result = { table: stored.name, total: summary.total, sums: summary.sums };
    return { result: { ...result, ...(group === undefined ? {} : grouped) } };
  },
});
