import { defineTool } from '../../../agenttools/define-tool.js';
import { loadBase, tableContextIds, tableProperties, type TableInput } from './base.js';
import { checkConfig } from './check-config.js';
import type { TableServices } from '../services.js';

interface Input extends TableInput {
  config?: unknown;
}

/** Checks a config without showing or saving it. */
export const validateTableConfig = defineTool<Input, TableServices>({
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
  groups: ['tables'],
  effect: 'read',
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
