import { defineTool } from '../../../agenttools/define-tool.js';
import { answerOf } from './explorer-answer.js';
import type { LawServices } from '../services.js';

/** Tells how large the knowledge graph is. */
export const getStats = defineTool<Record<never, never>, LawServices>({
  name: 'get_stats',
  description:
    'The size of the knowledge graph of legal texts: how many nodes of each type (title, part, section) and how many connections of each kind (contains, cites, amends, similar).',
  properties: {},
  examples: [
    'How many sections are in the knowledge graph?',
    'What is in the graph of legal texts?',
    'How large is the legal knowledge graph?',
  ],
  groups: ['explorer'],
  effect: 'read',
  execute: (_input, { explorer, signal }) =>
    answerOf('get_stats', async () => {
      const { nodes, edges, embeddings, nodeTypes, edgeTypes } = await explorer.stats(signal);
      return { nodes, edges, embeddings, node_types: nodeTypes, edge_types: edgeTypes };
    }),
});
