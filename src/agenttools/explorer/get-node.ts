import { defineTool } from '../shared/define-tool.js';
import { answerOf, noSuchNode } from './explorer-answer.js';
import { nodeId } from './node-id.js';
import { edgeLine, nameLine } from './node-lines.js';

interface Input {
  id: number;
  from_character?: number;
}

/** Of one text so much is read at once; a section is rarely longer. */
const TEXT_CHARS = 20_000;

/** Reads one node of the knowledge graph. */
export const getNode = defineTool<Input>({
  name: 'get_node',
  description:
    'Reads one node of the knowledge graph, such as a provision: its full text, the exact wording, and its connections (what contains it, what it cites, what cites or amends it). A very long text says where it goes on (next_character).',
  properties: {
    id: nodeId,
    from_character: {
      type: 'integer',
      minimum: 0,
      description: 'Where to go on in a long text: next_character of the call before.',
    },
  },
  required: ['id'],
  examples: [
    'Read the full text of that section',
    'What exactly does this provision say?',
    'Open node 4521',
    'Show me the whole wording of the provision',
  ],
  groups: ['explorer'],
  effect: 'read',
  execute: ({ id, from_character: from = 0 }, { explorer, signal }) =>
    answerOf('get_node', async () => {
      const found = await explorer.node(id, signal);
      if (found === undefined) throw noSuchNode(id);
      const { node, edges } = found;
      const end = from + TEXT_CHARS;
      return {
        ...nameLine(node),
        source_text: node.sourceText.slice(from, end),
        ...(end < node.sourceText.length ? { next_character: end } : {}),
        edges: edges.map((edge) => {
          const { other, ...line } = edgeLine(edge, id);
          return { ...line, node: nameLine(other) };
        }),
      };
    }),
});
