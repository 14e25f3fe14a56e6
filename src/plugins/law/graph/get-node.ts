import { firstChars } from '../../../foundation/first-chars.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { answerOf, noSuchNode } from './explorer-answer.js';
import { nodeId } from './node-id.js';
import { nameLine } from './node-lines.js';
import { shownNodes } from './shown-nodes.js';
import type { LawServices } from '../services.js';

interface Input {
  id: number;
  from_character?: number;
}

/** Of one text so much is read at once; a section is rarely longer. */
const TEXT_CHARS = 20_000;

/** Reads one node of the knowledge graph. */
export const getNode = defineTool<Input, LawServices>({
  name: 'get_node',
  description:
    'Reads one node of the knowledge graph, such as a provision: its full text, the exact wording, and its connections (what contains it, what it cites, what cites or amends it). A very long text says where it continues (next_character).',
  properties: {
    id: nodeId,
    from_character: {
      type: 'integer',
      minimum: 0,
      description: 'Where to continue in a long text: next_character of the call before.',
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
  execute: ({ id, from_character: from = 0 }, { explorer, scratch, signal }) =>
    answerOf('get_node', async () => {
      const found = await explorer.node(id, signal);
      if (found === undefined) throw noSuchNode(id, scratch);
      const { node, edges } = found;
      scratch.of(shownNodes).add([node, ...edges.map(({ other }) => other)]);
      // A beginning of the model's own choice may be within a character.
      const rest = node.sourceText.slice(from).replace(/^[\udc00-\udfff]/, '\ufffd');
      const part = firstChars(rest, TEXT_CHARS);
      const end = from + part.length;
      return {
        ...nameLine(node),
        source_text: part,
        next_character: end < node.sourceText.length ? end : undefined,
        edges: edges.map(({ other, ...line }) => ({ ...line, node: nameLine(other) })),
      };
    }),
});
