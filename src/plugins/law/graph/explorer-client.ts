/** A node of the knowledge graph without its text: a body of rules, a part of it, or a section. */
export interface NodeName {
  id: number;
  /** `title`, `part` or `section`. */
  nodeType: string;
  /** As people cite it, e.g. `§ 12-104`. */
  sourceId: string;
  title: string;
  /** The body of rules it stands in. */
  document: string;
}

export interface GraphNode extends NodeName {
  /** Whole where one node is asked for; of nodes in a list at least what {@link LIST_CHARS} says, where there is so much. */
  sourceText: string;
}

/** A connection of a node: `contains`, `cites`, `amends` or `similar`. */
export interface GraphEdge<Node extends NodeName = GraphNode> {
  relation: string;
  /** What the text says of it, e.g. `Abs. 1 Satz 2`. */
  detail?: string;
  /** Whether it begins at the node or leads to it. */
  direction: 'out' | 'in';
  /** What stands at its other end. */
  other: Node;
}

export interface TypeCount {
  type: string;
  count: number;
}

export interface GraphStats {
  nodes: number;
  edges: number;
  embeddings: number;
  nodeTypes: readonly TypeCount[];
  edgeTypes: readonly TypeCount[];
  /** The bodies of rules, the first thirty. */
  laws: readonly string[];
}

/** What is looked for; `limit` from 1 to 200. */
export interface NodeSearch {
  type?: string;
  search?: string;
  limit: number;
  offset: number;
}

/** A part of the found nodes, and how many there are in all. */
export interface NodePage {
  total: number;
  nodes: readonly GraphNode[];
}

/**
 * The knowledge graph of the explorer process. All but `snapshot` reject: with `explorer_unavailable` when it
 * is away (refused, too slow, no GraphQL), `explorer_error` when it refused the question, and `cancelled` when
 * `signal` fired.
 */
export interface ExplorerClient {
  stats(signal: AbortSignal): Promise<GraphStats>;
  /** The counts as they were at most a minute ago, for prompts; undefined while the explorer is away. Waits two seconds at most and never rejects. */
  snapshot(): Promise<GraphStats | undefined>;
  searchNodes(search: NodeSearch, signal: AbortSignal): Promise<NodePage>;
  /** A node with its first 50 edges; undefined when there is no such node. */
  node(
    id: number,
    signal: AbortSignal,
  ): Promise<{ node: GraphNode; edges: readonly GraphEdge<NodeName>[] } | undefined>;
  /** A node's edges with the texts at their other ends; undefined when there is no such node. */
  neighbors(
    id: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ node: NodeName; edges: readonly GraphEdge[] } | undefined>;
  /** The nodes whose text is most like that of a node, best first; undefined when there is no such node. */
  similar(
    id: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly { score: number; node: GraphNode }[] | undefined>;
}
