import { isObject, type JsonObject } from '../../../foundation/json.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { loadActionType } from './reference.js';

interface Input {
  action_type: string;
}

/** One action type: its fields, ports and an example. */
export const getActionSchema = defineTool<Input>({
  name: 'get_action_schema',
  description:
    'Gives one action type in detail: config fields with type and required, output ports and a config that works. Use it before you write the config of an action.',
  properties: {
    action_type: { type: 'string', description: 'Type of the action, e.g. create_alert.' },
  },
  required: ['action_type'],
  examples: [
    'which settings does the send email action need?',
    'what fields does create_alert take',
    'how do I configure an approval step',
    'what are the outputs of check inventory?',
    'parameters of the update field action',
    'give me an example config for a delay',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ action_type }, { read }) => {
    const schema = await loadActionType(read, action_type);
    return {
      result: {
        type: schema.type,
        description: schema.description,
        fields: fieldLines(schema.config_schema),
        ports: schema.ports.map(
          (port) => `${port.name}${port.is_default ? ' (default)' : ''}: ${port.description}`,
        ),
        example: schema.example,
      },
    };
  },
});

/** `severity*: one of low|medium|high|critical — how urgent it is`; nested fields are indented by a dot. */
function fieldLines(schema: JsonObject, prefix = ''): string[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isObject(field)) return [];
    const path = `${prefix}${name}`;
    const text = typeof field['description'] === 'string' ? ` — ${field['description']}` : '';
    const line = `${path}${required.includes(name) ? '*' : ''}: ${typeText(field)}${text}`;
    const items = field['items'];
    const nested = isObject(items)
      ? fieldLines(items, `${path}[].`)
      : fieldLines(field, `${path}.`);
    return [line, ...nested];
  });
}

function typeText(field: JsonObject): string {
  if (Array.isArray(field['enum'])) return `one of ${field['enum'].join('|')}`;
  if (isObject(field['items'])) return `list of ${typeText(field['items'])}`;
  const type = field['type'];
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'any value';
}
