import { defineTool } from '../shared/define-tool.js';
import { fetchAll } from '../shared/lists.js';
import type { Platform } from '../platform.js';
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
  execute: async ({ category }, { platform }) => ({
    result: { category, [category]: await readers[category](platform) },
  }),
});

const readers: Record<Input['category'], (platform: Platform) => Promise<unknown>> = {
  action_types: async (platform) =>
    (await listActionTypes(platform)).map(({ type, description, ports, required }) => ({
      type,
      description,
      ports,
      required,
    })),
  trigger_types: async (platform) => {
    const segments = ['v1', 'workflow', 'trigger-types'];
    const types = await fetchAll<{ name: string; description: string }>(platform, segments);
    return types.map(({ name, description }) => ({ name, description }));
  },
  entities: async (platform) => (await listEntities(platform)).map((entity) => entity.name),
};
