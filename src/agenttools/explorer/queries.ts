const NAME = 'id nodeType sourceId title document';
const NODE = `${NAME} sourceText`;

/** What the explorer is asked, by what it is asked for. */
export const queries = {
  stats: `query Stats {
    stats { nodes edges embeddings nodeTypes { type count } edgeTypes { type count } }
  }`,
  nodes: `query SearchNodes($type: String, $search: String, $limit: Int, $offset: Int) {
    nodes(type: $type, search: $search, limit: $limit, offset: $offset) { total nodes { ${NODE} } }
  }`,
  node: `query GetNode($id: Int!) {
    node(id: $id) {
      ${NODE}
      edges(limit: 50) { relation detail fromNode { ${NAME} } toNode { ${NAME} } }
    }
  }`,
  neighbors: `query GetNeighbors($id: Int!, $limit: Int) {
    neighbors(id: $id, limit: $limit) {
      node { ${NAME} }
      edges { relation detail fromNode { ${NODE} } toNode { ${NODE} } }
    }
  }`,
  similar: `query FindSimilar($id: Int!, $limit: Int) {
    node(id: $id) { id }
    similar(id: $id, limit: $limit) { score node { ${NODE} } }
  }`,
} as const;
