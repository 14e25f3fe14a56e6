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
