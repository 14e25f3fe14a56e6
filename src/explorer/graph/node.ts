/** The kinds of nodes: a document, a part of one, or a section (or annex), which holds text. */
export const nodeTypes = ['title', 'part', 'section'] as const;

/** One of {@link nodeTypes}. */
export type NodeType = (typeof nodeTypes)[number];

/** The kinds of edges. `from` contains, cites or amends `to`; for `similar` neither comes first. */
export const relations = ['contains', 'cites', 'amends', 'similar'] as const;

/** One of {@link relations}. */
export type Relation = (typeof relations)[number];

/** A node as it is read. */
export interface GraphNode {
  id: number;
  nodeType: NodeType;
  sourceId: string;
  title: string;
  /** The title of its document. */
  document: string;
  sourceText: string;
}

/** An edge with both its nodes. */
export interface GraphEdge {
  id: number;
  relation: Relation;
  detail: string | null;
  fromNode: GraphNode;
  toNode: GraphNode;
}

/** How many there are of each type. */
export interface TypeCount {
  type: string;
  count: number;
}

/** What there is in all. */
export interface GraphStats {
  nodes: number;
  edges: number;
  embeddings: number;
  unresolved: number;
  nodeTypes: TypeCount[];
  edgeTypes: TypeCount[];
}
