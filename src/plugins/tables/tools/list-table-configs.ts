import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll, limitProperty, show } from '../../../platform/lists.js';
import { defined } from '../../../foundation/defined.js';
import type { ConfigSummary } from '../../../platform/types.js';

interface Input {
  search?: string;
  limit?: number;
}

/** Lists the saved tables. */
export const listTableConfigs = defineTool<Input>({
  name: 'list_table_configs',
  description:
    'Lists the saved tables with id, name and the database table each shows. Use it to find a table the user names, or to see what exists before building a new one.',
  properties: {
    search: {
      type: 'string',
      description: 'Only tables whose name, title or source contains this.',
    },
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
  groups: ['tables'],
  effect: 'read',
  execute: async ({ search = '', limit }, { read }) => {
    const all = await fetchAll<ConfigSummary>(read, ['v1', 'data', 'configs']);
    const words = search.toLowerCase().split(/\s+/);
    const found = all.filter((config) => {
      const text = `${config.name} ${config.title} ${config.source} ${config.description ?? ''}`;
      return words.every((word) => text.toLowerCase().includes(word));
    });
    const { total, shown, items } = show(found, limit);
    return { result: { total, shown, tables: items.map(toListed) } };
  },
});

function toListed({ id, name, description, source }: ConfigSummary) {
  return { id, name, ...defined({ description: description || undefined }), source };
}
