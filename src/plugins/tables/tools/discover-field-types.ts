import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll } from '../../../platform/lists.js';

/** Kinds of form field. */
export const discoverFieldTypes = defineTool<object>({
  name: 'discover_field_types',
  description:
    'Lists the field types a form can use (text, dropdown, date…) and which settings each takes. Use it before building or changing a form.',
  properties: {},
  examples: [
    'what field types can a form have?',
    'which kinds of inputs are there, dropdown, checkbox…?',
    'can a form field be a date picker?',
    'list form widgets',
    'what settings does a select field take',
  ],
  groups: ['tables'],
  effect: 'read',
  execute: async (_input, { read }) => {
    return {
      result: { field_types: await fetchAll(read, ['v1', 'config', 'form-field-types']) },
    };
  },
});
