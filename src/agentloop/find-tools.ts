import { compileArguments } from '../agenttools/arguments.js';
import type { Tool } from '../agenttools/tool.js';
import type { Catalog, CatalogEntry } from '../agenttools/catalog.js';

/** The name of the core tool with which a model asks for more tools. */
export const FIND_TOOLS = 'find_tools';

/** A found tool; the score is absent where it was found by words or name. */
export interface FoundTool {
  name: string;
  score?: number;
}

/** How `find_tools` searches and what it does with what it found: bound to one run. */
export interface FindToolsDeps {
  catalog: Catalog;
  /** The best matches inside the run's allowlist that are not offered yet. */
  search(query: string): Promise<FoundTool[]>;
  /** Offers the matches from the next turn on. */
  offer(matches: readonly FoundTool[]): void;
}

const INPUT_SCHEMA = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 2,
      maxLength: 500,
      description: 'What you want to do, in plain words.',
    },
  },
  required: ['query'],
  additionalProperties: false,
};

/** Compiled once and not per run, which would cost each chat some milliseconds. */
const check = compileArguments({ name: FIND_TOOLS, inputSchema: INPUT_SCHEMA });

/** The in-loop search as a tool: inside the allowlist only, so that selection stays a boundary. */
export function createFindTools(deps: FindToolsDeps): CatalogEntry {
  const tool: Tool = {
    name: FIND_TOOLS,
    description:
      'Searches for more tools by what you want to do. Use it when none of the offered tools fits; the tools it finds can be called from your next turn on.',
    inputSchema: INPUT_SCHEMA,
    examples: [],
    groups: ['core'],
    source: 'core',
    effect: 'read',
    execute: async (input) => {
      const matches = await deps.search(input['query'] as string);
      deps.offer(matches);
      return { result: describe(matches, deps.catalog) };
    },
  };
  return { tool, check };
}

function describe(matches: readonly FoundTool[], catalog: Catalog) {
  const tools = matches.flatMap(({ name }) => {
    const tool = catalog.find(name)?.tool;
    return tool === undefined ? [] : [{ name, description: tool.description }];
  });
  const note =
    tools.length > 0
      ? 'These tools are offered from your next turn on.'
      : 'Nothing more was found. Work with the offered tools, or tell the user what cannot be done here.';
  return { tools, note };
}
