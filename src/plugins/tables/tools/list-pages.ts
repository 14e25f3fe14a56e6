import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll } from '../../../platform/lists.js';
import type { PageConfig } from '../../../platform/types.js';

/** Lists the pages of the application. */
export const listPages = defineTool<{ search?: string }>({
  name: 'list_pages',
  description:
    'Lists the pages of the application with name, title and how many blocks each holds. Use it to find a page before looking into it.',
  properties: {
    search: { type: 'string', description: 'Only pages whose name or title contains this.' },
  },
  examples: [
    'which pages do we have?',
    'list all pages of the app',
    'show me the dashboards and screens that exist',
    'is there a page for purchasing?',
    'pages overview pls',
  ],
  groups: ['tables'],
  effect: 'read',
  execute: async (input, { read }) => {
    const all = await fetchAll<PageConfig>(read, ['v1', 'config', 'page-configs']);
    const search = (input.search ?? '').toLowerCase();
    const pages = all.filter((page) => `${page.name} ${page.title}`.toLowerCase().includes(search));
    return { result: { pages: pages.map(toListed), total: pages.length } };
  },
});

function toListed({ id, name, title, description, content_count }: PageConfig) {
  return { id, name, title, description, content_count };
}
