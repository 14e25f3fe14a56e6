import { defineTool } from '../../../agenttools/define-tool.js';
import { resolvePage } from './resolve.js';

/** One page's settings. */
export const getPageConfig = defineTool<{ page: string }>({
  name: 'get_page_config',
  description:
    "Reads one page's own settings by name or id: title, description, version, number of blocks. For what is on the page use get_page_content.",
  properties: { page: { type: 'string', minLength: 1, description: 'Name or id of the page.' } },
  required: ['page'],
  examples: [
    'show me the settings of the inventory page',
    'what is the title of the purchasing page?',
    'open the page config for sales',
    'when was the dashboard page last changed',
    'details of that page please',
  ],
  groups: ['tables'],
  effect: 'read',
  execute: async (input, { read }) => {
    return { result: await resolvePage(read, input.page) };
  },
});
