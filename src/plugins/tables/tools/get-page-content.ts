import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll } from '../../../platform/lists.js';
import { defined } from '../../../foundation/defined.js';
import type { ConfigSummary, Form, PageContent } from '../../../platform/types.js';
import { resolvePage } from './resolve.js';

/** The blocks of a page. */
export const getPageContent = defineTool<{ page: string }>({
  name: 'get_page_content',
  description:
    'Lists the blocks on one page (tables, forms, tabs, text) in order, with the names of the tables and forms they show. Use it to learn what a page consists of or where a table is shown.',
  properties: { page: { type: 'string', minLength: 1, description: 'Name or id of the page.' } },
  required: ['page'],
  examples: [
    'what is on the inventory page?',
    'which tables does the sales page show?',
    'list the blocks and tabs of the dashboard',
    'whats in the purchasing screen',
    'does that page contain a form?',
  ],
  groups: ['tables'],
  effect: 'read',
  execute: async (input, { read }) => {
    const page = await resolvePage(read, input.page);
    const path = ['v1', 'config', 'page-configs', page.id, 'content'];
    const content = await fetchAll<PageContent>(read, path);
    const names = await shownNames(read, content);
    const blocks = content
      .toSorted((a, b) => a.order_index - b.order_index)
      .map((item) => toBlock(item, names));
    return { result: { page: page.name, blocks } };
  },
});

function toBlock(item: PageContent, names: ReadonlyMap<string, string>) {
  return {
    id: item.id,
    content_type: item.content_type,
    label: item.label,
    ...defined({
      table: item.table_config_id ? (names.get(item.table_config_id) ?? 'unknown') : undefined,
      form: item.form_id ? (names.get(item.form_id) ?? 'unknown') : undefined,
      inside: item.parent_id || undefined,
    }),
  };
}

/** Names of the tables and forms that the blocks show, by id; asks only for the kinds that occur. */
async function shownNames(read: ReadClient, content: PageContent[]): Promise<Map<string, string>> {
  const [tables, forms] = await Promise.all([
    content.some((item) => item.table_config_id)
      ? fetchAll<ConfigSummary>(read, ['v1', 'data', 'configs'])
      : [],
    content.some((item) => item.form_id) ? fetchAll<Form>(read, ['v1', 'config', 'forms']) : [],
  ]);
  return new Map([...tables, ...forms].map((item) => [item.id, item.name]));
}
