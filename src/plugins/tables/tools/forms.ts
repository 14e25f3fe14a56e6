import { tableTool } from './base.js';
import { fetchAll } from '../../../platform/lists.js';
import type { Form, FormField, Preview } from '../../../platform/types.js';
import { resolveForm } from './facts.js';
import { invalidArguments } from '../../../foundation/errors.js';
import { closedObject, type JsonObject, textProperty } from '../../../foundation/json.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { headerOf } from './references.js';

export const listForms = tableTool<{ search?: string }>({
  name: 'list_forms',
  description:
    'Lists the input forms with their entity and number of fields. Use it to find a form before reading its definition.',
  properties: { search: textProperty('Only forms whose name or entity contains this.') },
  examples: [
    'which forms exist?',
    'list all entry forms',
    'is there a form for creating customers?',
    'show me the input forms we have',
    'forms for orders?',
  ],
  execute: async (input, { read }) => {
    const all = await fetchAll<Form>(read, ['v1', 'config', 'forms']);
    const search = (input.search ?? '').toLowerCase();
    const forms = all.filter((form) =>
      `${form.name} ${form.entity}`.toLowerCase().includes(search),
    );
    const listed = forms.map(({ id, name, description, entity, fields }) => {
      return { id, name, description, entity, field_count: fields.length };
    });
    return { result: { forms: listed, total: forms.length } };
  },
});

export const getFormDefinition = tableTool<{ form: string }>({
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

export const discoverFieldTypes = tableTool<object>({
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
  execute: async (_input, { read }) => ({
    result: { field_types: await fetchAll(read, ['v1', 'config', 'form-field-types']) },
  }),
});

export const previewForm = tableTool<JsonObject>({
  name: 'preview_form',
  description:
    'Checks an input form and answers an outline of its fields without saving anything. Give an existing form to see it as it is, or name, entity and fields to try out a form.',
  properties: {
    form: textProperty('Name or id of an existing form to start from.'),
    name: textProperty('Name of a form to try out.'),
    description: { type: 'string' },
    entity: textProperty('What it enters, as schema.table.'),
    fields: {
      type: 'array',
      maxItems: 60,
      description: 'The fields in order; replaces those of an existing form.',
      items: closedObject(['name', 'field_type'], {
        name: textProperty('Column of the entity.'),
        label: { type: 'string' },
        field_type: textProperty('From discover_field_types.'),
        required: { type: 'boolean' },
        config: { type: 'object', description: 'Settings of the field type.' },
      }),
    },
  },
  examples: [
    'preview a form to enter a new supplier',
    'try a customer form with name, email and phone',
    'how would the product form look with a dropdown for status?',
    'draft an input form for employees',
    'check this form layout before we use it',
  ],
  execute: async (input, { read }) => {
    const body = await toBody(input, read);
    const segments = ['v1', 'config', 'forms', 'preview'];
    const answer = await read.send<Preview>({ method: 'POST', segments, body });
    return { result: answer, isError: !answer.valid };
  },
});

async function toBody(input: JsonObject, read: ReadClient): Promise<JsonObject> {
  const existing =
    typeof input['form'] === 'string' ? await resolveForm(read, input['form']) : undefined;
  const name = input['name'] ?? existing?.name;
  const entity = input['entity'] ?? existing?.entity;
  if (name === undefined || entity === undefined) {
    throw invalidArguments(
      'Say which form: "form" for an existing one (list_forms shows them), or "name" and "entity" (schema.table) for a new one.',
    );
  }
  const description = input['description'] ?? existing?.description;
  const fields = (input['fields'] ?? existing?.fields ?? []) as JsonObject[];
  return {
    form: { name, entity, description: description || undefined },
    fields: fields.map(
      ({ name: column, label, field_type, required = false, config = {} }, order_index) => {
        const shown = label ?? headerOf(String(column));
        return { name: column, label: shown, field_type, order_index, required, config };
      },
    ),
  };
}
