import type { SummaryResult } from '../../../platform/types.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { show } from '../../../platform/lists.js';
import { defined } from '../../../foundation/defined.js';
import { requireStored, tableContextIds, tableProperties, type TableInput } from './base.js';
import { forThisLook, lookFilters, type Look } from './look.js';
import { findKey } from './references.js';
import type { TableServices } from '../services.js';

interface Input extends TableInput, Pick<Look, 'filters'> {
  group_by?: string;
  sum?: string[];
}

const MAX_GROUPS = 25;

/** Counts and sums over all rows of a saved table. */
export const summarizeTable = defineTool<Input, TableServices>({
  name: 'summarize_table',
  description:
    'Counts the rows of a saved table and sums number columns over all of them, in total and per value of one column, optionally only of filtered rows. Use it for "how many" and "how much" questions instead of reading rows.',
  properties: {
    ...tableProperties,
    group_by: { type: 'string', description: 'Column whose values form the groups.' },
    sum: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 10,
      description: 'Number columns to sum.',
    },
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
  groups: ['tables'],
  effect: 'read',
  contextIds: tableContextIds,
  execute: async ({ group_by, sum, filters, ...table }, context) => {
    const stored = await requireStored(table, context);
    const config = await forThisLook(stored.config, defined({ filters }), context);
    const group = group_by === undefined ? undefined : findKey(config, group_by);
    const summary = await context.read.send<SummaryResult>({
      method: 'POST',
      segments: ['v1', 'data', 'configs', 'summarize'],
      body: {
        config,
        ...defined({ group_by: group, sum: sum && sum.map((column) => findKey(config, column)) }),
      },
    });
    const groups = show(summary.groups, MAX_GROUPS);
    return {
      result: {
        table: stored.name,
        total: summary.total,
        sums: summary.sums,
        ...(group === undefined
          ? {}
          : { group_by: group, group_count: groups.total, groups: groups.items }),
      },
    };
  },
});
