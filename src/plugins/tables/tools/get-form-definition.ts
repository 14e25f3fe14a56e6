import { defineTool } from '../../../agenttools/define-tool.js';
import type { FormField } from '../../../platform/types.js';
import { resolveForm } from './resolve.js';

/** One form with its fields. */
export const getFormDefinition = defineTool<{ form: string }>({
  name: 'get_form_definition',
  description:
    'Reads one form by name or id: its entity and its fields in order, with label, field type, whether required, and options.',
  properties: { form: { type: 'string', minLength: 1, description: 'Name or id of the form.' } },
  required: ['form'],
  examples: [
    'what fields does the customer form have?',
    'show me the definition of the new product form',
    'which inputs are required in the order form',
    'open the supplier form',
    'form fields for employees?',
  ],
  groups: ['tables'],
  effect: 'read',
  execute: async (input, { read }) => {
    const form = await resolveForm(read, input.form);
    const fields = form.fields.toSorted((a, b) => a.order_index - b.order_index).map(toField);
    const { id, name, description, entity, version } = form;
    return { result: { id, name, description, entity, version, fields } };
  },
});

function toField({ name, label, field_type, required, config }: FormField) {
  const options = Object.keys(config ?? {}).length > 0 ? { config } : {};
  return { name, label, field_type, required, ...options };
}
