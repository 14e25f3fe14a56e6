import { defineTool } from '../../../agenttools/define-tool.js';
import { referenceTopics, tableReference } from './table-reference.js';

interface Input {
  topic?: (typeof referenceTopics)[number];
}

/** The config language, by topic. */
export const discoverTableReference = defineTool<Input>({
  name: 'discover_table_reference',
  description:
    'Compact reference of the table config language: column types, formats, editable types, filter operators, joins, widget types, rules and a full example. Use it when a value or rule is not clear, or before writing a full config.',
  properties: {
    topic: {
      type: 'string',
      enum: [...referenceTopics],
      description: 'One topic; left out: all of them in short, without the example.',
    },
  },
  examples: [
    'which column types can a table have?',
    'what date formats are possible?',
    'which filter operators exist?',
    'how do joins work in a table config?',
    'what are the rules for a table configuration',
    'can a column be shown as percent or currency',
    'table config syntax help',
  ],
  groups: ['tables'],
  effect: 'read',
  execute: async ({ topic }) => {
    if (topic !== undefined) return { result: { topic, reference: tableReference[topic] } };
    const { example: _example, ...short } = tableReference;
    return { result: { ...short, more: 'topic "example" gives a full config' } };
  },
});
