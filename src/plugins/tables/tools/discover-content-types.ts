import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll } from '../../../platform/lists.js';

/** Kinds of page block. */
export const discoverContentTypes = defineTool<object>({
  name: 'discover_content_types',
  description:
    'Lists the kinds of block a page can hold (table, form, tabs, text…) and what each requires. Use it before composing a page.',
  properties: {},
  examples: [
    'what can I put on a page?',
    'which block types exist for pages?',
    'can a page have tabs or charts?',
    'kinds of page content',
    'what does a table block need',
  ],
  groups: ['tables'],
  effect: 'read',
  execute: async (_input, { read }) => {
    return {
      result: { content_types: await fetchAll(read, ['v1', 'config', 'content-types']) },
    };
  },
});
