import { defineTool } from '../../../agenttools/define-tool.js';
import { answerOf, noSuchNode } from './explorer-answer.js';
import { nodeId } from './node-id.js';
import { nameLine, nodeLines } from './node-lines.js';
import { shownNodes } from './shown-nodes.js';
import type { LawServices } from '../services.js';

/** So many connections are read at once. */
const LIMIT = 50;

/** Reads what is connected with a node of the knowledge graph. */
export const getNeighbors = defineTool<{ id: number }, LawServices>({
  name: 'get_neighbors',
  description:
    'What a node of the knowledge graph is connected with: the provisions that it cites or amends and that cite or amend it, the part it stands in, with the beginning of their texts. Follow cross references with it.',
  properties: { id: nodeId },
  required: ['id'],
  examples: [
    'Which provisions cite this section?',
    'What does this section refer to?',
    'Which rules are related to it?',
    'Auf welche Paragraphen wird verwiesen?',
  ],
  groups: ['explorer'],
  effect: 'read',
  execute: ({ id }, { explorer, scratch, signal }) =>
    answerOf('get_neighbors', async () => {
      const found = await explorer.neighbors(id, LIMIT, signal);
      if (found === undefined) throw noSuchNode(id, scratch);
      const { node, edges } = found;
      scratch.of(shownNodes).add([node, ...edges.map(({ other }) => other)]);
      const texts = nodeLines(edges.map(({ other }) => other));
      return {
        node: nameLine(node),
        edges: edges.map(({ other: _other, ...line }, at) => ({ ...line, node: texts[at] })),
        note: edges.length === LIMIT ? `Only the first ${LIMIT} connections.` : undefined,
      };
    }),
});
