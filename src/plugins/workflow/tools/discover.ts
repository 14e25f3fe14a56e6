import { workflowTool } from './wire.js';
import { fetchAll } from '../../../platform/lists.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { listActionTypes, listEntities, loadActionType } from './reference.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';

const CATEGORIES = ['action_types', 'trigger_types', 'entities'] as const;

type Category = (typeof CATEGORIES)[number];

export const discover = workflowTool<{ category: Category }>({
  name: 'discover',
  description:
    'Gives the compact overview of the building blocks of workflow rules: all action types with their output ports, all trigger types, or all entities (tables) a rule can watch. Start here when you do not know what exists.',
  properties: {
    category: { type: 'string', enum: [...CATEGORIES], description: 'Which building blocks.' },
  },
  required: ['category'],
  examples: [
    'what can a workflow do?',
    'which kinds of actions are available',
    'what triggers exist for rules',
    'which entities can I automate?',
    'what building blocks do I have for automations',
    'list of all action types pls',
  ],
  execute: async ({ category }, { read }) => ({
    result: { category, [category]: await readers[category](read) },
  }),
});

const readers: Record<Category, (read: ReadClient) => Promise<unknown>> = {
  action_types: async (read) =>
    (await listActionTypes(read)).map(({ type, description, ports, required }) => ({
      type,
      description,
      ports,
      required,
    })),
  trigger_types: async (read) => {
    const segments = ['v1', 'workflow', 'trigger-types'];
    const types = await fetchAll<{ name: string; description: string }>(read, segments);
    return types.map(({ name, description }) => ({ name, description }));
  },
  entities: async (read) => (await listEntities(read)).map((entity) => entity.name),
};

export const getActionSchema = workflowTool<{ action_type: string }>({
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
