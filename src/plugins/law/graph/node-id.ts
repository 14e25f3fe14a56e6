/** The id of a node as an argument: a 32-bit integer, as GraphQL has it. */
export const nodeId = {
  type: 'integer',
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'The id of a node, from search_nodes, get_neighbors or find_similar.',
};
