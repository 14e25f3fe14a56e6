import { fetchAll, limitProperty, show } from '../../../platform/lists.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import {
  isObject,
  type JsonObject,
  textProperty,
  choiceProperty,
} from '../../../foundation/json.js';
import { searchWords, wordScore } from '../../../agenttools/names.js';
import { workflowTool, type Template } from './wire.js';
import { listActionTypes, listEntities, loadActionType, listTemplates } from './reference.js';
import { configLine } from './graph.js';

/** What reads each category. */
const readers = {
  action_types: async (read: ReadClient) =>
    (await listActionTypes(read)).map(({ type, description, ports, required }) => {
      return { type, description, ports, required };
    }),
  trigger_types: async (read: ReadClient) => {
    const segments = ['v1', 'workflow', 'trigger-types'];
    const types = await fetchAll<{ name: string; description: string }>(read, segments);
    return types.map(({ name, description }) => ({ name, description }));
  },
  entities: async (read: ReadClient) => (await listEntities(read)).map((entity) => entity.name),
};

export const discover = workflowTool<{ category: keyof typeof readers }>({
  name: 'discover',
  description:
    'Gives the compact overview of the building blocks of workflow rules: all action types with their output ports, all trigger types, or all entities (tables) a rule can watch. Start here when you do not know what exists.',
  properties: { category: choiceProperty(Object.keys(readers), 'Which building blocks.') },
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

export const getActionSchema = workflowTool<{ action_type: string }>({
  name: 'get_action_schema',
  description:
    'Gives one action type in detail: config fields with type and required, output ports and a config that works. Use it before you write the config of an action.',
  properties: { action_type: textProperty('Type of the action, e.g. create_alert.') },
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

export const listActionTemplates = workflowTool<{ action_type?: string; limit?: number }>({
  name: 'list_action_templates',
  description:
    'Lists the ready-made action templates (name, action type, config), all or of one action type. Use it to see everything on the shelf; suggest_templates picks by a description.',
  properties: {
    action_type: textProperty('Only templates of this action type.'),
    limit: limitProperty,
  },
  examples: [
    'show all action templates',
    'which ready-made actions are there',
    'list the email templates I can use in a workflow',
    'what predefined steps exist?',
    'template catalog pls',
  ],
  execute: async ({ action_type, limit }, { read }) => {
    const all = await listTemplates(read);
    const wanted = action_type?.trim().toLowerCase().replaceAll(' ', '_');
    const found = all.filter((template) => !wanted || template.action_type === wanted);
    const types = [...new Set(all.map((template) => template.action_type))];
    const lines = found.map(({ id: _id, ...line }) => ({
      ...line,
      config: configLine(line.config),
    }));
    const { total, shown, items } = show(lines, limit);
    const hint = total === 0 ? { hint: `There are templates for: ${types.join(', ')}.` } : {};
    return { result: { total, shown, templates: items, ...hint } };
  },
});

export const suggestTemplates = workflowTool<{ text: string; limit?: number }>({
  name: 'suggest_templates',
  description:
    'Suggests action templates that fit a description in plain words, best first, with the config ready to use in add_draft_action.',
  properties: {
    text: textProperty('What the action should do, in plain words.'),
    limit: { type: 'integer', minimum: 1, maximum: 20, description: 'How many (default 5).' },
  },
  required: ['text'],
  examples: [
    'is there a template for notifying purchasing about low stock?',
    'suggest something ready-made for late deliveries',
    'what template fits an approval of big orders',
    'recommend an action template to welcome new customers',
    'I need a premade step that warns the warehouse',
  ],
  execute: async ({ text, limit }, { read }) => {
    const templates = await listTemplates(read);
    const ranked = rank(text, templates).slice(0, limit ?? 5);
    const names = templates.map((template) => template.name);
    const none = `Nothing fits. Templates: ${names.join(', ')}.`;
    return { result: { suggestions: ranked, hint: ranked.length === 0 ? none : undefined } };
  },
});

/** Name and tags weigh more than the description; the config's words weigh least. */
function score(words: readonly string[], template: Template): number {
  const { name, tags, action_type, description, config } = template;
  return (
    wordScore(words, `${name} ${tags.join(' ')}`) +
    0.6 * wordScore(words, action_type) +
    0.5 * wordScore(words, description) +
    0.2 * wordScore(words, JSON.stringify(config))
  );
}

function rank(text: string, templates: readonly Template[]) {
  const words = searchWords(text);
  return templates
    .map((template) => ({ ...template, score: score(words, template) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.name.localeCompare(b.name))
    .map(({ name, action_type, description, config, score }) => {
      return { name, action_type, description, config, score: Math.round(score * 100) / 100 };
    });
}
