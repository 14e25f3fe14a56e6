import { AppError, messageOf } from '../../../foundation/errors.js';
import { asList, asObject, isObject, type JsonObject } from '../../../foundation/json.js';
import { ApiCallError, callApi, type ApiCall } from '../../../foundation/outbound/call-api.js';
import { CircuitBreaker } from '../../../foundation/circuit-breaker.js';
import type { Clock } from '../../../foundation/clock.js';
import { firstChars } from '../../../foundation/text.js';
import {
  type GraphEdge,
  type GraphNode,
  type GraphStats,
  type NodeName,
  type NodePage,
  type NodeSearch,
  LIST_CHARS,
} from './node-lines.js';

const FRESH_MS = 60_000;
/** So long nobody waits again for an explorer that did not answer. */
const AWAY_MS = 5_000;

/** The graph's counts, read once a minute at most; no chat fails for them. */
export class Snapshots {
  private latestRead: { stats: GraphStats | undefined; until: number } | undefined;
  private reading: Promise<GraphStats | undefined> | undefined;

  constructor(
    private readonly read: () => Promise<GraphStats>,
    private readonly clock: Clock,
  ) {}

  /** The counts, undefined while the explorer is away. Never rejects. */
  async latest(): Promise<GraphStats | undefined> {
    const known = this.latestRead;
    if (known !== undefined && this.clock().getTime() < known.until) return known.stats;
    this.reading ??= this.readAnew();
    return this.reading;
  }

  forget(): void {
    if (this.latestRead?.stats !== undefined) this.latestRead = undefined;
  }

  private async readAnew(): Promise<GraphStats | undefined> {
    const stats = await this.read().catch(() => undefined);
    const until = this.clock().getTime() + (stats === undefined ? AWAY_MS : FRESH_MS);
    this.latestRead = { stats, until };
    this.reading = undefined;
    return stats;
  }
}

const NAME = 'id nodeType sourceId title document';
const NODE = `${NAME} sourceText`;
/** Enough to see that there is more. */
const BEGINNING = `${NAME} sourceText(length: ${LIST_CHARS + 2})`;

const queries = {
  stats: `query Stats {
    stats { nodes edges embeddings nodeTypes { type count } edgeTypes { type count } }
    nodes(type: "title", limit: 30) { nodes { document } }
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

export interface HttpExplorerOptions {
  /** Origin and optional base path, without a trailing slash. */
  baseUrl: string;
  clock: Clock;
  timeoutMs?: number;
}

const SNAPSHOT_MS = 2_000;
const TIMEOUT_MS = 10_000;
const REST_MS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REASON = 300;

export type ExplorerClient = ReturnType<typeof createHttpExplorer>;

/** All but `snapshot` reject: `explorer_unavailable` (refused, too slow, no GraphQL), `explorer_error` (it refused), `cancelled`. */
export function createHttpExplorer(options: HttpExplorerOptions) {
  const { baseUrl, clock, timeoutMs = TIMEOUT_MS } = options;
  const call = { url: `${baseUrl}/graphql`, timeoutMs, maxBytes: MAX_BYTES };
  const snapshotCall = { ...call, timeoutMs: Math.min(SNAPSHOT_MS, timeoutMs) };
  const breaker = new CircuitBreaker({ hangMs: timeoutMs / 2, restMs: REST_MS }, clock);
  const snapshots = new Snapshots(async () => {
    const stats = await askGraph(STATS, { ...snapshotCall, signal: new AbortController().signal });
    breaker.close();
    return stats;
  }, clock);
  const ask = <Data, T>(question: Question<Data, T>, signal: AbortSignal): Promise<T> =>
    breaker
      .run(() => askGraph(question, { ...call, signal }), unavailableIn)
      .catch((error: unknown) => {
        if (unavailableIn(error)) snapshots.forget();
        throw error;
      });
  return {
    stats: (signal: AbortSignal) => ask(STATS, signal),
    /** The counts as they were at most a minute ago, for prompts; undefined while the explorer is away. Waits two seconds at most and never rejects. */
    snapshot: () => snapshots.latest(),
    searchNodes: (search: NodeSearch, signal: AbortSignal) =>
      ask({ query: queries.nodes, variables: { ...search }, read: foundIn }, signal),
    /** A node with its first 50 edges; undefined when there is no such node. */
    node: (id: number, signal: AbortSignal) =>
      ask({ query: queries.node, variables: { id }, read: wholeNodeIn }, signal),
    /** A node's edges with the texts at their other ends; undefined when there is no such node. */
    neighbors: (id: number, limit: number, signal: AbortSignal) =>
      ask({ query: queries.neighbors, variables: { id, limit }, read: neighborsIn }, signal),
    /** The nodes whose text is most like that of a node, best first; undefined when there is no such node. */
    similar: (id: number, limit: number, signal: AbortSignal) =>
      ask({ query: queries.similar, variables: { id, limit }, read: similarIn }, signal),
  };
}

function unavailableIn(error: unknown): AppError | undefined {
  return error instanceof AppError && error.code === 'explorer_unavailable' ? error : undefined;
}

/** `read` is given what the query asks for: GraphQL answers that, or refuses. */
interface Question<Data, T> {
  query: string;
  variables?: JsonObject;
  read: (data: Data) => T;
}

interface StatsAnswer {
  stats: Omit<GraphStats, 'laws'>;
  nodes: { nodes: { document: string }[] };
}

const STATS: Question<StatsAnswer, GraphStats> = {
  query: queries.stats,
  read: ({ stats, nodes: titles }) => {
    const laws = titles.nodes.map(({ document }) => document);
    return { ...stats, laws: [...new Set(laws)] };
  },
};

async function askGraph<Data, T>(
  { query, variables = {}, read }: Question<Data, T>,
  call: Omit<ApiCall, 'body'>,
): Promise<T> {
  try {
    return read(dataIn(await callApi({ ...call, body: { query, variables } })) as Data);
  } catch (error) {
    if (call.signal.aborted) throw new AppError('cancelled', 'The call was cancelled.');
    throw error instanceof AppError ? error : failureOf(error);
  }
}

/** GraphQL's refusals come with status 200; a page or an empty answer is no GraphQL at all. */
function dataIn(answer: unknown): JsonObject {
  if (!isObject(answer)) throw new Error('it answers no JSON object');
  const errors = asList(answer['errors']);
  const { data } = answer;
  if (errors.length === 0 && isObject(data)) return data;
  if (errors.length === 0) throw new Error('it answers without data');
  const reason = errors.map(messageOf).join('; ');
  throw errors.some(saysUnavailable) ? unavailable(reason) : refusedQuestion(reason);
}

/** An explorer that answers may still have nothing to answer from, as while it opens its database. */
function saysUnavailable(error: unknown): boolean {
  return asObject(asObject(error)['extensions'])['code'] === 'UNAVAILABLE';
}

function refusedQuestion(reason: string): AppError {
  return new AppError(
    'explorer_error',
    `the explorer refused the question: ${firstChars(reason, MAX_REASON)}`,
  );
}

function failureOf(error: unknown): AppError {
  // An answer without a refusal fails by its length alone.
  if (error instanceof ApiCallError && error.status !== undefined && error.status < 300) {
    return refusedQuestion(`${error.message}, ask for less`);
  }
  // Some servers refuse a wrong question with a status of its own instead of 200.
  if (error instanceof ApiCallError && (error.status === 400 || error.status === 422)) {
    return refusedQuestion(error.message);
  }
  return unavailable(messageOf(error));
}

function unavailable(reason: string): AppError {
  const text = `the explorer may be unavailable (${firstChars(reason, MAX_REASON)})`;
  return new AppError('explorer_unavailable', text);
}

const foundIn = ({ nodes }: { nodes: NodePage }): NodePage => nodes;

interface EdgeAnswer<Node> {
  relation: string;
  detail: string | null;
  fromNode: { id: number };
  other: Node;
}

/** What a query has of a node and its edges, as that node sees them; undefined where there is no such node. */
function seenFrom<Node extends NodeName, Other extends NodeName>(
  found: { node: Node; edges: EdgeAnswer<Other>[] } | null,
) {
  if (found === null) return undefined;
  const { node, edges } = found;
  const seen = edges.map(({ relation, detail, fromNode, other }): GraphEdge<Other> => {
    const direction = fromNode.id === node.id ? 'out' : 'in';
    return { relation, direction, detail: detail || undefined, other };
  });
  return { node, edges: seen };
}

type WholeNode = GraphNode & { edges: EdgeAnswer<NodeName>[] };

function wholeNodeIn({ node: whole }: { node: WholeNode | null }) {
  if (whole === null) return undefined;
  const { edges, ...node } = whole;
  return seenFrom({ node, edges });
}

const neighborsIn = (data: {
  neighbors: { node: NodeName; edges: EdgeAnswer<GraphNode>[] } | null;
}) => seenFrom(data.neighbors);

interface SimilarAnswer {
  node: { id: number } | null;
  similar: { score: number; node: GraphNode }[];
}

const similarIn = ({ node, similar }: SimilarAnswer) => (node === null ? undefined : similar);
