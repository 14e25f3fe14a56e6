import { defineTool } from '../../../agenttools/define-tool.js';
import { limitProperty, show } from '../../../platform/lists.js';
import { configLine } from './rule-lines.js';
import { listTemplates } from './reference.js';

interface Input {
  action_type?: string;
  limit?: number;
}

/** The ready-made actions. */
export const listActionTemplates = defineTool<Input>({
  name: 'list_action_templates',
  description:
    'Lists the ready-made action templates (name, action type, config), all or of one action type. Use it to see everything on the shelf; suggest_templates picks by a description.',
  properties: {
    action_type: { type: 'string', description: 'Only templates of this action type.' },
    limit: limitProperty,
  },
  examples: [
    'show all action templates',
    'which ready-made actions are there',
    'list the email templates I can use in a workflow',
    'what predefined steps exist?',
    'template catalog pls',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ action_type, limit }, { read }) => {
    const all = await listTemplates(read);
    const wanted = action_type?.trim().toLowerCase().replaceAll(' ', '_');
    const found = all.filter((template) => !wanted || template.action_type === wanted);
    const types = [...new Set(all.map((template) => template.action_type))];
    const lines = found.map(({ name, description, action_type: type, config, tags }) => ({
      name,
      action_type: type,
      description,
      tags,
      config: configLine(config),
    }));
    const { total, shown, items } = show(lines, limit);
    const hint = total === 0 ? { hint: `There are templates for: ${types.join(', ')}.` } : {};
    return { result: { total, shown, templates: items, ...hint } };
  },
});
