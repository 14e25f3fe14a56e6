import { textProperty } from '../../../foundation/json.js';
import { deletionOf, TABLE_DELETION } from '../changes/table-change.js';
import { fetchAll, limitProperty, show } from '../../../platform/lists.js';
import type { ConfigSummary } from '../../../platform/types.js';
import {
  pendingOf,
  requireStored,
  tableContextIds,
  tableProperties,
  type TableInput,
  loadBase,
  tableTool,
} from './base.js';
import { condense, checkConfig } from './check-config.js';
import { CONFIGS } from './facts.js';

export const listTableConfigs = tableTool<{ search?: string; limit?: number }>({
  name: 'list_table_configs',
  description:
    'Lists the saved tables with id, name and the database table each shows. Use it to find a table the user names, or to see what exists before building a new one.',
  properties: {
    search: textProperty('Only tables whose name, title or source contains this.'),
    limit: limitProperty,
  },
  examples: [
    'which tables do we have?',
    'list all table configurations',
    'is there already a table for orders?',
    'show the saved grids and lists',
    'find the stock table',
    'tables overview',
  ],
  execute: async ({ search = '', limit }, { read }) => {
    const all = await fetchAll<ConfigSummary>(read, CONFIGS);
    const words = search.toLowerCase().split(/\s+/);
    const found = all.filter((config) => {
      const text = `${config.name} ${config.title} ${config.source} ${config.description ?? ''}`;
      return words.every((word) => text.toLowerCase().includes(word));
    });
    const { total, shown, items } = show(found, limit);
    const tables = items.map(({ id, name, description, source }) => {
      return { id, name, description: description || undefined, source };
    });
    return { result: { total, shown, tables } };
  },
});

export const getTableConfig = tableTool<TableInput>({
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
  contextIds: tableContextIds,
  execute: async (input, context) => {
    const stored = await requireStored(input, context);
    const copy = await pendingOf(stored.id, context);
    const pending = copy?.baseVersion === stored.version ? copy.changes : [];
    const { id, name, description, version, config } = stored;
    return {
      result: {
        id,
        name,
        description: description || undefined,
        version,
        ...condense(config),
        ...(pending.length > 0 && { pending_changes_not_accepted: pending }),
      },
    };
  },
});

export const deleteTableConfig = tableTool<TableInput>({
  name: 'delete_table_config',
  description:
    'Shows the user the deletion of one saved table to accept or reject; nothing is deleted before that. Only the table as a view goes, no rows of the database.',
  properties: tableProperties,
  examples: [
    'delete this table',
    'remove the saved table Open orders',
    'we do not need that list any more, delete it',
    'get rid of the stock overview table',
  ],
  effect: 'propose',
  proposes: TABLE_DELETION,
  contextIds: tableContextIds,
  execute: async (input, context) => {
    const stored = await requireStored(input, context);
    const preview = deletionOf({ ...stored });
    return { result: { deletes: stored.name }, signals: [{ type: 'preview', preview }] };
  },
});

export const validateTableConfig = tableTool<TableInput & { config?: unknown }>({
  name: 'validate_table_config',
  description:
    'Checks a table config against all rules and the live database, and lists every error with its path. Checks the given config, else the pending changes of a table, else the table as saved; preview_table_config checks by itself.',
  properties: {
    ...tableProperties,
    config: { type: 'object', description: 'A full config to check instead of a saved table.' },
  },
  examples: [
    'is this table config valid?',
    'check the table for errors',
    'validate my changes before the preview',
    'why is the stock table broken?',
    'does this config have any mistakes',
  ],
  contextIds: tableContextIds,
  execute: async (input, context) => {
    const base = await loadBase(input, context);
    const { valid, errors, warnings } = await checkConfig(context.read, base.config);
    const checked =
      input.config !== undefined
        ? 'the given config'
        : base.changes.length > 0
          ? 'the pending changes'
          : 'the saved table';
    return {
      result: { table: base.stored?.name ?? base.config.title, checked, valid, errors, warnings },
    };
  },
});
