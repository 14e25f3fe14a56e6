import { defineTool } from '../../../agenttools/define-tool.js';
import { answerOf, noSuchNode } from './explorer-answer.js';
import { nodeId } from './node-id.js';
import { nodeLines } from './node-lines.js';
import { shownNodes } from './shown-nodes.js';
import type { LawServices } from '../services.js';

/** Finds nodes of the knowledge graph whose texts mean something like that of a node. */
export const findSimilar = defineTool<{ id: number; limit?: number }, LawServices>({
  name: 'find_similar',
  description:
    'Finds the nodes of the knowledge graph whose text is most like that of a node, by meaning, with a score up to 1: comparable provisions, also of other laws that do not refer to each other.',
  properties: {
    id: nodeId,
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 50,
      default: 10,
      description: 'How many nodes to return (default 10).',
    },
  },
  required: ['id'],
  examples: [
    'Are there similar provisions elsewhere?',
    'Which other sections say something like this one?',
    'Find comparable rules in other ordinances',
    'Gibt es ähnliche Vorschriften?',
  ],
  groups: ['explorer'],
  effect: 'read',
  execute: ({ id, limit = 10 }, { explorer, scratch, signal }) =>
    answerOf('find_similar', async () => {
      const found = await explorer.similar(id, limit, signal);
      if (found === undefined) throw noSuchNode(id, scratch);
      scratch.of(shownNodes).add(found.map(({ node }) => node));
      const lines = nodeLines(found.map(({ node }) => node));
      return {
        similar: found.map(({ score }, at) => ({
          score: Math.round(score * 1000) / 1000,
          node: lines[at],
        })),
        note: found.length === 0 ? 'No node is like it, or none has a vector yet.' : undefined,
      };
    }),
});
