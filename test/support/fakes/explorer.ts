import { graphql } from 'graphql';
import type { GraphNode, Relation } from '../../../src/explorer/graph/graph.store.js';
import { schema } from '../../../src/explorer/graphql/schema.js';
import { firstChars } from '../../../src/foundation/text.js';
import { isObject } from '../../../src/foundation/json.js';
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
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
      if (request.method !== 'POST' || request.url !== '/graphql' || !isJson) {
        return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
      }
      void answer(graph, Buffer.concat(chunks).toString()).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
    });
  });
}

async function answer(graph: FakeGraph, text: string) {
  const question: unknown = JSON.parse(text);
  if (!isObject(question) || typeof question['query'] !== 'string') {
    return { status: 400, body: JSON.stringify({ errors: [{ message: 'Missing query' }] }) };
  }
  const { query: source, variables } = question;
  const variableValues = isObject(variables) ? variables : {};
  const result = await graphql({ schema, source, variableValues, rootValue: rootOf(graph) });
  return { status: 200, body: JSON.stringify(result) };
}

/** As the execution gives them: the defaults of the schema are in. */
interface NodesArguments {
  type?: string;
  search?: string;
  limit: number;
  offset: number;
}

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
      return {
        total: found.length,
        nodes: found.slice(offset, offset + limit).map(withEdges),
      };
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
