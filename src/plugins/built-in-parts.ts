import type { Agent } from '../agentloop/agent.js';
import { createAgents } from '../agentloop/agents.js';
import { withServices, type Tool, type ToolOf } from '../agenttools/tool.js';
import { sharedTools } from './business-data/tools/index.js';
import { builtInPlugins } from './built-in.js';
import { documentTools } from './documents/tools/index.js';
import { knowledgeTools, outsideTools } from './knowledge/tools/index.js';
import { explorerTools } from './law/graph/index.js';
import { legalResearchTools, type LegalServices } from './law/legal-research/index.js';
import { lawTools } from './law/tools/index.js';
import { tableTools } from './tables/tools/index.js';
import { workflowTools } from './workflow/tools/index.js';

// What the built-in plugins bring, without opening them: for checks that run no tool and need no database.

/** The agents of the built-in plugins. */
export const builtInAgents = createAgents(
  builtInPlugins.flatMap(({ agents = {} }) =>
    Object.entries(agents as Record<string, Omit<Agent, 'contextType'>>).map(
      ([contextType, agent]) => ({ ...agent, contextType }),
    ),
  ),
);

/** The tools of a server with this configuration: what it cannot do is not in its catalogue. They cannot be run. */
export function builtInTools(outside: {
  /** Whether the web is searched for the knowledge base. */
  search: boolean;
  legal: LegalServices;
}): readonly Tool[] {
  return [
    ...facts('workflow', workflowTools),
    ...facts('tables', tableTools),
    ...facts('business_data', sharedTools),
    ...facts('knowledge', outside.search ? [...knowledgeTools, ...outsideTools] : knowledgeTools),
    ...facts('documents', documentTools),
    ...facts('law', lawTools),
    ...facts('law_graph', explorerTools),
    ...facts('law_outside', legalResearchTools(outside.legal)),
  ];
}

function facts<Services>(source: string, tools: readonly ToolOf<Services>[]): Tool[] {
  return withServices(source, tools, {} as Services);
}

/** The tools of a server that searches nothing outside. */
export const allTools = builtInTools({ search: false, legal: {} });
