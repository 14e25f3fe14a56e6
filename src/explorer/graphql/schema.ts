import { buildSchema } from 'graphql';

/** What the explorer answers, in GraphQL's own language; docs/knowledge.md shows it. */
export const schemaText = `
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

/** The schema without resolvers: objects carry methods for what they resolve. */
export const schema = buildSchema(schemaText);
