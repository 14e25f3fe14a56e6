import { text } from 'node:stream/consumers';
import { graphql } from 'graphql';
import type { GraphNode, Relation } from '../../../src/explorer/graph/graph.store.js';
import { schema } from '../../../src/explorer/graphql/schema.js';
import { firstChars } from '../../../src/foundation/text.js';
import { asObject } from '../../../src/foundation/json.js';
import { serve, type TestServer } from '../http-server.js';

/** A small graph: nodes in their order, and edges by the ids of their ends. */
interface FakeGraph {
  nodes: readonly GraphNode[];
  edges: readonly { relation: Relation; detail?: string; from: number; to: number }[];
  /** Scores by id, for `similar` of any node. */
  similar?: Readonly<Record<number, number>>;
}

/** An explorer over a graph in memory, with the real one's schema; other requests get a page. */
export async function serveGraph(graph: FakeGraph): Promise<TestServer> {
  return serve((request, response) => {
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
    if (request.method !== 'POST' || request.url !== '/graphql' || !isJson)
      return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
    void text(request).then(async (body) => {
      const { query: source, variables } = JSON.parse(body) as {
        query: string;
        variables?: object;
      };
      const asked = { source, variableValues: asObject(variables), rootValue: rootOf(graph) };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(await graphql({ schema, ...asked })));
    });
  });
}

/** As the execution gives them: the defaults of the schema are in. */
type NodesArguments = { type?: string; search?: string; limit: number; offset: number };

function rootOf({ nodes, edges, similar = {} }: FakeGraph) {
  const byId = (id: number) => nodes.find((node) => node.id === id);
  const edgesOf = (id: number, limit: number): object[] => {
    const own = edges.filter(({ from, to }) => from === id || to === id);
    return own.slice(0, limit).map(({ relation, detail = null, from, to }, at) => {
      const [fromNode, toNode] = [withEdges(byId(from)), withEdges(byId(to))];
      return { id: at, relation, detail, fromNode, toNode, other: from === id ? toNode : fromNode };
    });
  };
  const withEdges = (node: GraphNode | undefined) =>
    node && {
      ...node,
      sourceText: ({ length = Infinity }: { length?: number }) =>
        firstChars(node.sourceText, length),
      edges: ({ limit }: { limit: number }) => edgesOf(node.id, limit),
    };
  return {
    stats: {
      nodes: nodes.length,
      edges: edges.length,
      embeddings: 0,
      unresolved: 0,
      building: false,
      nodeTypes: countsOf(nodes.map(({ nodeType }) => nodeType)),
      edgeTypes: countsOf(edges.map(({ relation }) => relation)),
    },
    nodes: ({ type, search, limit, offset }: NodesArguments) => {
      const found = nodes.filter(({ nodeType, title, sourceText }) => {
        return (type ?? nodeType) === nodeType && `${title} ${sourceText}`.includes(search ?? '');
      });
      return { total: found.length, nodes: found.slice(offset, offset + limit).map(withEdges) };
    },
    node: ({ id }: { id: number }) => withEdges(byId(id)) ?? null,
    neighbors: ({ id, limit }: { id: number; limit: number }) =>
      byId(id) ? { node: withEdges(byId(id)), edges: edgesOf(id, limit) } : null,
    similar: ({ limit }: { limit: number }) =>
      Object.entries(similar)
        .sort(([, one], [, other]) => other - one)
        .slice(0, limit)
        .map(([id, score]) => ({ score, node: withEdges(byId(Number(id))) })),
  };
}

function countsOf(types: readonly string[]) {
  return [...new Set(types)].map((type) => ({
    type,
    count: types.filter((one) => one === type).length,
  }));
}
