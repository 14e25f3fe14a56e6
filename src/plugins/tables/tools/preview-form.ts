import type { Preview } from '../../../platform/types.js';
import { AppError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { ToolOf } from '../../../agenttools/tool.js';
import { defined } from '../../../foundation/defined.js';
import { headerOf } from './headers.js';
import { resolveForm } from './resolve.js';

/** Checks a form and shows its outline; nothing is written. */
export const previewForm: ToolOf<unknown> = {
  name: 'preview_form',
  description:
    'Checks an input form and answers an outline of its fields without saving anything. Give an existing form to see it as it is, or name, entity and fields to try out a form.',
  inputSchema: {
    type: 'object',
    properties: {
      form: { type: 'string', description: 'Name or id of an existing form to start from.' },
      name: { type: 'string', description: 'Name of a form to try out.' },
      description: { type: 'string' },
      entity: { type: 'string', description: 'What it enters, as schema.table.' },
      fields: {
        type: 'array',
        maxItems: 60,
        description: 'The fields in order; replaces those of an existing form.',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'Column of the entity.' },
            label: { type: 'string' },
            field_type: { type: 'string', description: 'From discover_field_types.' },
            required: { type: 'boolean' },
            config: { type: 'object', description: 'Settings of the field type.' },
          },
          required: ['name', 'field_type'],
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  },
  examples: [
    'preview a form to enter a new supplier',
    'try a customer form with name, email and phone',
    'how would the product form look with a dropdown for status?',
    'draft an input form for employees',
    'check this form layout before we use it',
  ],
  groups: ['tables'],
  effect: 'read',
  async execute(input, { read }) {
    const body = await toBody(input, read);
    const answer = await read.send<Preview>({
      method: 'POST',
      segments: ['v1', 'config', 'forms', 'preview'],
      body,
    });
    return { result: answer, ...defined({ isError: answer.valid ? undefined : true }) };
  },
};

async function toBody(input: JsonObject, read: ReadClient): Promise<JsonObject> {
  const existing =
    typeof input['form'] === 'string' ? await resolveForm(read, input['form']) : undefined;
  const name = input['name'] ?? existing?.name;
  const entity = input['entity'] ?? existing?.entity;
  if (name === undefined || entity === undefined) {
    throw new AppError(
      'invalid_arguments',
      'Say which form: "form" for an existing one (list_forms shows them), or "name" and "entity" (schema.table) for a new one.',
    );
  }
  const description = input['description'] ?? existing?.description;
  const fields = (input['fields'] as JsonObject[] | undefined) ?? existing?.fields ?? [];
  return {
    form: { name, entity, ...defined({ description: description || undefined }) },
    fields: fields.map((field, index) => toField({ ...field }, index)),
  };
}

function toField(field: JsonObject, index: number): JsonObject {
  return {
    name: field['name'],
    label: field['label'] ?? headerOf(String(field['name'])),
    field_type: field['field_type'],
    order_index: index,
    required: field['required'] ?? false,
    config: field['config'] ?? {},
  };
}
