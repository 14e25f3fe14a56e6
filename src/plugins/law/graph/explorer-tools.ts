import { textProperty, countProperty, choiceProperty } from '../../../foundation/json.js';
import { type ToolOf, toolsFor } from '../../../agenttools/tool.js';
import type { LawServices } from '../tools/law-tools.js';
import {
  answerOf,
  noSuchNode,
  nodeLines,
  nameLine,
  shownNodes,
  type GraphNode,
  type NodeName,
  type NodeSearch,
} from './node-lines.js';
import { askedReferences } from '../../../references/asked-references.js';
import { isCited } from '../../../references/find-act.js';
import { missingWords } from '../../../language/words.js';
import { firstChars } from '../../../foundation/text.js';

const explorerTool = toolsFor<LawServices>('explorer');

/** The id of a node as an argument: a 32-bit integer, as GraphQL has it. */
const nodeId = {
  type: 'integer',
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'The id of a node, from search_nodes, get_neighbors or find_similar.',
};

/** The words of a search that none of the nodes shows: what they say may be of something else. */
function missingIn(search: string | undefined, nodes: readonly GraphNode[]): string[] {
  const texts = nodes.map(({ sourceId, title, document, sourceText }) =>
    [sourceId, title, document, sourceText].join(' '),
  );
  return search === undefined ? [] : missingWords(search, texts.join('\n')).words;
}

const NAMED = 5;

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
    ? 'Nothing here is about this. Try fewer words, or another word for the same thing; then say which laws were searched, and that what was asked about is not among them.'
    : undefined;
}

const searchNodes = explorerTool<Partial<NodeSearch>>({
  name: 'search_nodes',
  description:
    'Searches the knowledge graph of laws and ordinances for sections that regulate something, by words or by a citation such as "§ 12-104". Returns nodes with id, type, source_id (how it is cited), title, document and the beginning of the text; read the whole text with get_node before you rely on it.',
  properties: {
    search: textProperty(
      'Words of the provision, or how it is cited. Without it all nodes of the type.',
      300,
    ),
    type: choiceProperty(
      ['title', 'part', 'section'],
      'Only nodes of this type; provisions are sections.',
    ),
    limit: countProperty('How many nodes to return', 20, 200),
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
  execute: ({ search, type, limit = 20, offset = 0 }, { explorer, scratch, signal }) =>
    answerOf('search_nodes', async () => {
      const { total, nodes } = await explorer.searchNodes({ search, type, limit, offset }, signal);
      scratch.of(shownNodes).add(nodes);
      const next = offset + nodes.length;
      const missing = missingIn(search, nodes);
      const isElsewhere = nodes.length === 0 || missing.length > 0;
      return {
        total,
        nodes: nodeLines(nodes),
        not_in_nodes: missing.length > 0 ? missing : undefined,
        searched: isElsewhere ? (await explorer.snapshot())?.laws : undefined,
        next_offset: nodes.length > 0 && next < total ? next : undefined,
        note: offset === 0 ? noteOf(search ?? '', nodes) : undefined,
      };
    }),
});

const TEXT_CHARS = 20_000;

const getNode = explorerTool<{ id: number; from_character?: number }>({
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

const LIMIT = 50;

const getNeighbors = explorerTool<{ id: number }>({
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

const findSimilar = explorerTool<{ id: number; limit?: number }>({
  name: 'find_similar',
  description:
    'Finds the nodes of the knowledge graph whose text is most like that of a node, by meaning, with a score up to 1: comparable provisions, also of other laws that do not refer to each other.',
  properties: { id: nodeId, limit: countProperty('How many nodes to return', 10, 50) },
  required: ['id'],
  examples: [
    'Are there similar provisions elsewhere?',
    'Which other sections say something like this one?',
    'Find comparable rules in other ordinances',
    'Gibt es ähnliche Vorschriften?',
  ],
  execute: ({ id, limit = 10 }, { explorer, scratch, signal }) =>
    answerOf('find_similar', async () => {
      const found = await explorer.similar(id, limit, signal);
      if (found === undefined) throw noSuchNode(id, scratch);
      scratch.of(shownNodes).add(found.map(({ node }) => node));
      const lines = nodeLines(found.map(({ node }) => node));
      const similar = found.map(({ score }, at) => {
        return { score: Math.round(score * 1000) / 1000, node: lines[at] };
      });
      const none = 'No node is like it, or none has a vector yet.';
      return { similar, note: found.length === 0 ? none : undefined };
    }),
});

const getStats = explorerTool<Record<never, never>>({
  name: 'get_stats',
  description:
    'The size of the knowledge graph of legal texts: how many nodes of each type (title, part, section) and how many connections of each kind (contains, cites, amends, similar).',
  properties: {},
  examples: [
    'How many sections are in the knowledge graph?',
    'What is in the graph of legal texts?',
    'How large is the legal knowledge graph?',
  ],
  execute: (_input, { explorer, signal }) =>
    answerOf('get_stats', async () => {
      const { nodes, edges, embeddings, nodeTypes, edgeTypes } = await explorer.stats(signal);
      return { nodes, edges, embeddings, node_types: nodeTypes, edge_types: edgeTypes };
    }),
});

export const explorerTools: readonly ToolOf<LawServices>[] = [
  getStats,
  searchNodes,
  getNode,
  getNeighbors,
  findSimilar,
];
