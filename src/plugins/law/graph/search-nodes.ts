import { defineTool } from '../../../agenttools/define-tool.js';
import { answerOf } from './explorer-answer.js';
import { nodeLines } from './node-lines.js';
import { shownNodes } from './shown-nodes.js';
import type { LawServices } from '../services.js';
import { askedReferences } from '../../../references/asked-references.js';
import { isCited } from '../../../references/find-act.js';
import type { NodeName } from './explorer-client.js';

/** So many references are named. */
const NAMED = 5;

/** What the model should know of a search: that what it cites is not there, or that nothing was found. */
export function noteOf(search: string, nodes: readonly NodeName[]): string | undefined {
  const missing = askedReferences(search).filter(
    (one) => one.kind !== 'document' && !nodes.some((node) => isCited(one, node)),
  );
  if (missing.length > 0) {
    const names = [...new Set(missing.map(({ raw }) => raw))].slice(0, NAMED).join(', ');
    const others = nodes.length === 0 ? '' : ', and these nodes only have words of the search';
    return `The graph does not have ${names}${others}. Say so; do not answer from memory what it says.`;
  }
  return nodes.length === 0
    ? 'No node has these words. Try fewer words, or another word for the same thing.'
    : undefined;
}

interface Input {
  search?: string;
  type?: string;
  limit?: number;
  offset?: number;
}

/** Finds nodes of the knowledge graph by words or by citation. */
export const searchNodes = defineTool<Input, LawServices>({
  name: 'search_nodes',
  description:
    'Searches the knowledge graph of laws and ordinances for sections that regulate something, by words or by a citation such as "§ 12-104". Returns nodes with id, type, source_id (how it is cited), title, document and the beginning of the text; read the whole text with get_node before you rely on it.',
  properties: {
    search: {
      type: 'string',
      minLength: 1,
      maxLength: 300,
      description: 'Words of the provision, or how it is cited. Without it all nodes of the type.',
    },
    type: {
      type: 'string',
      enum: ['title', 'part', 'section'],
      description: 'Only nodes of this type; provisions are sections.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 200,
      default: 20,
      description: 'How many nodes to return (default 20).',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      maximum: 100_000,
      default: 0,
      description: 'How many nodes to leave out, to continue in a long list (default 0).',
    },
  },
  examples: [
    'What does the ordinance say about mooring fees?',
    'Which section regulates noise at night?',
    'Find § 12-104',
    'Was sagt das Gesetz über die Genehmigung?',
    'Show me the provisions on waste disposal',
  ],
  groups: ['explorer'],
  effect: 'read',
  execute: ({ search, type, limit = 20, offset = 0 }, { explorer, scratch, signal }) =>
    answerOf('search_nodes', async () => {
      const { total, nodes } = await explorer.searchNodes({ search, type, limit, offset }, signal);
      scratch.of(shownNodes).add(nodes);
      const next = offset + nodes.length;
      return {
        total,
        nodes: nodeLines(nodes),
        next_offset: nodes.length > 0 && next < total ? next : undefined,
        note: offset === 0 ? noteOf(search ?? '', nodes) : undefined,
      };
    }),
});
