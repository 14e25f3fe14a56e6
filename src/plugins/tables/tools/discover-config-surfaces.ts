import type { Surface } from '../../../platform/types.js';
import { requireByName } from '../../../agenttools/names.js';
import { defineTool } from '../../../agenttools/define-tool.js';

/** The parts of the application that can be configured. */
export const discoverConfigSurfaces = defineTool<{ surface?: string }>({
  name: 'discover_config_surfaces',
  description:
    'Overview of everything that can be configured by chat (tables, pages, forms, workflow rules) with the limits of each. Use it when the user asks what is possible, not for one table.',
  properties: {
    surface: {
      type: 'string',
      description: 'Only the surface of this name, with its endpoints.',
    },
  },
  examples: [
    'what can be configured here?',
    'what are you able to change in this system?',
    'which parts of the app can I customize',
    'overview of configurable surfaces and their limits',
    'can you also set up pages and forms?',
  ],
  groups: ['tables'],
  effect: 'read',
  execute: async (input, { read }) => {
    const { surfaces } = await read.get<{ surfaces: Surface[] }>(['v1', 'agent', 'catalog']);
    if (input.surface === undefined) return { result: { surfaces: surfaces.map(toListed) } };
    const one = requireByName(surfaces, input.surface, {
      nameOf: (surface) => surface.name,
      noun: 'configurable surface',
      listTool: 'discover_config_surfaces without a name',
    });
    return { result: one };
  },
});

function toListed({ name, description, constraints }: Surface) {
  return { name, description, constraints };
}
