import { text } from 'node:stream/consumers';
import { graphql } from 'graphql';
import type { GraphNode, Relation } from '../../../src/explorer/graph/graph.store.js';
import { schema } from '../../../src/explorer/graphql/schema.js';
import { firstChars } from '../../../src/foundation/text.js';
import { asObject } from '../../../src/foundation/json.js';
import { serve, type TestServer } from '../http-server.js';

/** A small graph: nodes in their order, and edges by the ids of their ends. */
export interface FakeGraph {
  nodes: readonly GraphNode[];
  edges: readonly { relation: Relation; detail?: string; from: number; to: number }[];
  /** Scores by id, for `similar` of any node. */
  similar?: Readonly<Record<number, number>>;
}

/**
 * An explorer over a graph in memory, with the real one's schema: a field or variable that it does not have
 * is refused. Anything but a JSON question by POST gets what a web server would answer.
 */
export async function serveGraph(graph: FakeGraph): Promise<TestServer> {
  return serve((request, response) => {
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
    if (request.method !== 'POST' || request.url !== '/graphql' || !isJson)
      return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
    const told = text(request).then((body) => answer(graph, body));
    void told.then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
}

async function answer(graph: FakeGraph, question: string) {
  const { query: source, variables } = asObject(JSON.parse(question));
  if (typeof source !== 'string')
    return { status: 400, body: { errors: [{ message: 'Missing query' }] } };
  const asked = { source, variableValues: asObject(variables) };
  return { status: 200, body: await graphql({ schema, rootValue: rootOf(graph), ...asked }) };
}

/** As the execution gives them: the defaults of the schema are in. */
type NodesArguments = { type?: string; search?: string; limit: number; offset: number };

function rootOf({ nodes, edges, similar = {} }: FakeGraph) {
  const byId = (id: number) => nodes.find((node) => node.id === id);
  const edgesOf = (id: number, limit: number): object[] =>
    edges
      .filter(({ from, to }) => from === id || to === id)
      .slice(0, limit)
      .map(({ relation, detail = null, from, to }, at) => ({
        id: at,
        relation,
        detail,
        fromNode: withEdges(byId(from)),
        toNode: withEdges(byId(to)),
        other: withEdges(byId(from === id ? to : from)),
      }));
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
      const found = nodes
        .filter(({ nodeType }) => !type || nodeType === type)
        .filter(({ title, sourceText }) => `${title} ${sourceText}`.includes(search ?? ''));
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
