import { defineTool } from '../../../agenttools/define-tool.js';
import {
  pendingOf,
  requireStored,
  tableContextIds,
  tableProperties,
  type TableInput,
} from './base.js';
import { toTableConfig } from './config-model.js';
import { forThisLook, lookFilters, type Look } from './look.js';
import { queryConfig } from '../../../platform/query-config.js';
import type { QueryResult } from '../../../platform/types.js';
import type { TableServices } from '../services.js';

interface Input extends TableInput, Look {
  rows?: number;
  pending?: boolean;
}

const DEFAULT_ROWS = 10;

/** Reads the first rows of a saved table. */
export const queryTableConfig = defineTool<Input, TableServices>({
  name: 'query_table_config',
  description:
    'Reads the first rows of a saved table and how many there are, optionally filtered or sorted for this one look. Use it for questions about the data; it changes nothing.',
  properties: {
    ...tableProperties,
    rows: { type: 'integer', minimum: 1, maximum: 10, description: 'How many rows (10).' },
    filters: lookFilters,
    sort_by: { type: 'string', description: 'Column to sort by, only for this look.' },
    direction: { type: 'string', enum: ['asc', 'desc'] },
    pending: { type: 'boolean', description: 'True: with the changes not yet accepted.' },
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
  groups: ['tables'],
  effect: 'read',
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
