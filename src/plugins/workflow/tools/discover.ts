import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll } from '../../../platform/lists.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { listActionTypes, listEntities } from './reference.js';

const CATEGORIES = ['action_types', 'trigger_types', 'entities'] as const;

interface Input {
  category: (typeof CATEGORIES)[number];
}

/** The compact overview of what rules are made of. */
export const discover = defineTool<Input>({
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
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ category }, { read }) => ({
    result: { category, [category]: await readers[category](read) },
  }),
});

const readers: Record<Input['category'], (read: ReadClient) => Promise<unknown>> = {
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
