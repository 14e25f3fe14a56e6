import { LIST_CHARS } from './node-lines.js';

const NAME = 'id nodeType sourceId title document';
const NODE = `${NAME} sourceText`;
/** Enough to see that there is more. */
const BEGINNING = `${NAME} sourceText(length: ${LIST_CHARS + 2})`;

/** What the explorer is asked, by what it is asked for. */
export const queries = {
  stats: `query Stats {
    stats { nodes edges embeddings nodeTypes { type count } edgeTypes { type count } }
  }`,
  nodes: `query SearchNodes($type: String, $search: String, $limit: Int, $offset: Int) {
    nodes(type: $type, search: $search, limit: $limit, offset: $offset) { total nodes { ${BEGINNING} } }
  }`,
  node: `query GetNode($id: Int!) {
    node(id: $id) {
      ${NODE}
      edges(limit: 50) { relation detail fromNode { id } other { ${NAME} } }
    }
  }`,
  neighbors: `query GetNeighbors($id: Int!, $limit: Int) {
    neighbors(id: $id, limit: $limit) {
      node { ${NAME} }
      edges { relation detail fromNode { id } other { ${BEGINNING} } }
    }
  }`,
  similar: `query FindSimilar($id: Int!, $limit: Int) {
    node(id: $id) { id }
    similar(id: $id, limit: $limit) { score node { ${BEGINNING} } }
  }`,
} as const;
