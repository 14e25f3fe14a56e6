import { buildSchema, GraphQLError } from 'graphql';
import { PgGraphStore, type GraphNode, nodeTypes, type NodeType } from '../graph/graph.store.js';
import { searchNodes, SIMILAR, type NodeSearchDeps } from '../graph/search-nodes.js';
import { firstChars } from '../../foundation/text.js';

const schemaText = `
type Query {
  "Counts by type, and whether the graph is being built."
  stats: Stats!
  "Nodes in the order of their documents, or those that match the search, best first. limit: 1 to 200."
  nodes(type: String, search: String, limit: Int = 20, offset: Int = 0): NodePage!
  "Null when there is no such node."
  node(id: Int!): Node
  "The node with its edges, references before what only contains it. limit: 1 to 200. Null when there is no such node."
  neighbors(id: Int!, limit: Int = 50): Neighbors
  "The sections nearest in meaning, best first. limit: 1 to 50."
  similar(id: Int!, limit: Int = 10): [Similar!]!
}
type Stats {
  nodes: Int!
  edges: Int!
  embeddings: Int!
  "References in the texts that lead to no node."
  unresolved: Int!
  "True while the sample graph is being made: more will be there soon."
  building: Boolean!
  nodeTypes: [TypeCount!]!
  edgeTypes: [TypeCount!]!
}
type TypeCount { type: String! count: Int! }
type NodePage { total: Int! nodes: [Node!]! }
type Node {
  id: Int!
  "title, part or section"
  nodeType: String!
  "How the law names it: § 12-104, StrlSchG § 70"
  sourceId: String!
  title: String!
  "The title of its document."
  document: String!
  "The first so many characters; without length the whole text."
  sourceText(length: Int): String!
  "limit: 1 to 200"
  edges(limit: Int = 50): [Edge!]!
}
type Edge {
  id: Int!
  "contains, cites, amends or similar"
  relation: String!
  "Of a citation, the places cited: Abs. 1 Satz 2; of a similarity, its score."
  detail: String
  fromNode: Node!
  toNode: Node!
  "The one at the other end, seen from the node whose edges these are."
  other: Node!
}
type Neighbors { node: Node! edges: [Edge!]! }
type Similar { score: Float! node: Node! }
`;

export const schema = buildSchema(schemaText);

function inRange(name: string, value: number, min: number, max: number): number {
  if (value >= min && value <= max) return value;
  throw badInput(`${name} must be from ${min} to ${max}, not ${value}.`);
}

function toNodeType(value: string | null | undefined): NodeType | undefined {
  if (value === null || value === undefined) return undefined;
  const found = nodeTypes.find((type) => type === value);
  if (found) return found;
  throw badInput(
    `type must be one of ${nodeTypes.join(', ')}, not ${JSON.stringify(value.slice(0, 40))}.`,
  );
}

const MAX_SEARCH_CHARS = 1000;

function toSearch(value: string | null | undefined): string | undefined {
  const text = value?.trim() ?? '';
  if (text.length > MAX_SEARCH_CHARS) {
    throw badInput(`search may have ${MAX_SEARCH_CHARS} characters, not ${text.length}.`);
  }
  return text === '' ? undefined : text;
}

function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

export interface GraphSource {
  open(): Promise<NodeSearchDeps>;
  isBuilding(): boolean;
}

const MAX_NODES = 200;
const MAX_SIMILAR = 50;
const MAX_OFFSET = 100_000;
const MAX_LENGTH = 1_000_000;

export function createRoot(source: GraphSource) {
  const store = async () => new PgGraphStore((await source.open()).db);
  return {
    stats: async () => ({ ...(await (await store()).stats()), building: source.isBuilding() }),
    nodes: (args: NodesArguments) => nodePage(source, args),
    node: async ({ id }: { id: number }) => {
      const graph = await store();
      const [node] = await graph.byIds([id]);
      return node ? withEdges(graph, node) : null;
    },
    neighbors: async ({ id, limit }: { id: number; limit: number }) => {
      inRange('limit', limit, 1, MAX_NODES);
      const graph = await store();
      const [node] = await graph.byIds([id]);
      if (!node) return null;
      return { node: withEdges(graph, node), edges: await edgesOf(graph, id, limit) };
    },
    similar: async ({ id, limit }: { id: number; limit: number }) => {
      inRange('limit', limit, 1, MAX_SIMILAR);
      const { db } = await source.open();
      const hits = await db.query<{ id: number; score: number }>(SIMILAR, [id, limit]);
      const scores = new Map(hits.map((hit) => [hit.id, hit.score]));
      const graph = new PgGraphStore(db);
      const nodes = await graph.byIds([...scores.keys()]);
      return nodes.map((node) => ({ score: scores.get(node.id), node: withEdges(graph, node) }));
    },
  };
}

interface NodesArguments {
  type?: string | null;
  search?: string | null;
  limit: number;
  offset: number;
}

async function nodePage(source: GraphSource, args: NodesArguments) {
  const limit = inRange('limit', args.limit, 1, MAX_NODES);
  const offset = inRange('offset', args.offset, 0, MAX_OFFSET);
  const [type, search] = [toNodeType(args.type), toSearch(args.search)];
  const deps = await source.open();
  const graph = new PgGraphStore(deps.db);
  const ids = search === undefined ? undefined : await searchNodes(deps, search, type);
  const nodes = ids
    ? await graph.byIds(ids.slice(offset, offset + limit))
    : await graph.list(type, limit, offset);
  const total = ids?.length ?? (await graph.count(type));
  return { total, nodes: nodes.map((node) => withEdges(graph, node)) };
}

function withEdges(graph: PgGraphStore, node: GraphNode) {
  return {
    ...node,
    sourceText: ({ length }: { length?: number | null }) => textOf(node, length),
    edges: ({ limit }: { limit: number }) =>
      edgesOf(graph, node.id, inRange('limit', limit, 1, MAX_NODES)),
  };
}

function textOf({ sourceText }: GraphNode, length: number | null | undefined): string {
  if (length === null || length === undefined) return sourceText;
  return firstChars(sourceText, inRange('length', length, 1, MAX_LENGTH));
}

async function edgesOf(graph: PgGraphStore, id: number, limit: number): Promise<object[]> {
  const edges = await graph.edgesOf(id, limit);
  const ids = new Set(edges.flatMap(({ from_id, to_id }) => [from_id, to_id]));
  const nodes = await graph.byIds([...ids]);
  const byId = new Map(nodes.map((node) => [node.id, withEdges(graph, node)]));
  return edges.flatMap(({ from_id, to_id, ...edge }) => {
    const [fromNode, toNode] = [byId.get(from_id), byId.get(to_id)];
    const other = from_id === id ? toNode : fromNode;
    return fromNode && toNode ? [{ ...edge, fromNode, toNode, other }] : [];
  });
}
