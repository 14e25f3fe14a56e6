import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll } from '../../../platform/lists.js';
import type { Form } from '../../../platform/types.js';

/** Lists the input forms. */
export const listForms = defineTool<{ search?: string }>({
  name: 'list_forms',
  description:
    'Lists the input forms with their entity and number of fields. Use it to find a form before reading its definition.',
  properties: {
    search: { type: 'string', description: 'Only forms whose name or entity contains this.' },
  },
  examples: [
    'which forms exist?',
    'list all entry forms',
    'is there a form for creating customers?',
    'show me the input forms we have',
    'forms for orders?',
  ],
  groups: ['tables'],
  effect: 'read',
  execute: async (input, { read }) => {
    const all = await fetchAll<Form>(read, ['v1', 'config', 'forms']);
    const search = (input.search ?? '').toLowerCase();
    const forms = all.filter((form) =>
      `${form.name} ${form.entity}`.toLowerCase().includes(search),
    );
    return { result: { forms: forms.map(toListed), total: forms.length } };
  },
});

function toListed({ id, name, description, entity, fields }: Form) {
  return { id, name, description, entity, field_count: fields.length };
}
