import { defineTool } from '../../../agenttools/define-tool.js';
import { defined } from '../../../foundation/defined.js';
import {
  pendingOf,
  requireStored,
  tableContextIds,
  tableProperties,
  type TableInput,
} from './base.js';
import { condense } from './condense.js';
import type { TableServices } from '../services.js';

/** Summary of one saved table. */
export const getTableConfig = defineTool<TableInput, TableServices>({
  name: 'get_table_config',
  description:
    'Reads how one saved table is built, by name or id: source, visible columns in order with type and format, hidden columns, joins, filters, sort. Call it before changing a table or to explain one.',
  properties: tableProperties,
  examples: [
    'how is this table built?',
    'which columns does the orders table show?',
    'explain the current table',
    'what filters and sorting does it have?',
    'open the config of the stock overview',
    'describe the customers table for me',
  ],
  groups: ['tables'],
  effect: 'read',
  contextIds: tableContextIds,
  execute: async (input, context) => {
    const stored = await requireStored(input, context);
    const copy = await pendingOf(stored.id, context);
    const pending = copy?.baseVersion === stored.version ? copy.changes : [];
    const { id, name, description, version } = stored;
    return {
      result: {
        id,
        name,
        ...defined({ description: description || undefined }),
        version,
        ...condense(stored.config),
        ...defined({ pending_changes_not_accepted: pending.length > 0 ? pending : undefined }),
      },
    };
  },
});
