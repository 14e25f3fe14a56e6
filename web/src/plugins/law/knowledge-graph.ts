import {
  type Provision,
  type ProvisionEdge,
  type WholeProvision,
  edgesIn,
  namedAt,
} from './provisions.js';
import { answerOf, stepsOf, type RunView } from '../../run/run-view.js';
import { provisionsOf } from './findings.js';

/** A provision in the drawing. `read`: the agent read it whole; `named`: the answer names it. */
export interface DrawnProvision extends Provision {
  use: 'read' | 'named' | 'near';
}

/** A connection in the drawing, with the direction that the texts have. */
export interface DrawnEdge {
  from: number;
  to: number;
  relation: string;
}

/** Provisions and what connects them, without doubles. */
export interface KnowledgeGraph {
  nodes: readonly DrawnProvision[];
  edges: readonly DrawnEdge[];
}

/** So many neighbours are added at once: more could not be told apart. */
export const MOST_NEIGHBORS = 12;

/**
 * The provisions that an answer used: those read by themselves, and those that were found and are named in
 * it. What was only listed is left out; where nothing was used, the first few that were found are drawn.
 */
export function graphOf(view: RunView): KnowledgeGraph {
  const steps = stepsOf(view).filter(({ state }) => state === 'done');
  const answer = answerOf(view);
  const read = steps
    .filter(({ name }) => name === 'get_node' || name === 'get_neighbors')
    .flatMap(({ result }) => provisionsOf(result).slice(0, 1));
  const found = steps.flatMap(({ result }) => provisionsOf(result));
  const named = found.filter(({ source_id: citation }) => namedAt(answer, citation) >= 0);
  const nodes = new Map<number, DrawnProvision>();
  for (const one of read) nodes.set(one.id, { ...one, use: 'read' });
  for (const one of named) if (!nodes.has(one.id)) nodes.set(one.id, { ...one, use: 'named' });
  if (nodes.size === 0) {
    for (const one of found.slice(0, 6)) nodes.set(one.id, { ...one, use: 'near' });
  }
  const edges = steps.flatMap(({ result }) => {
    const [center] = provisionsOf(result);
    return center === undefined ? [] : edgesIn(result).map((edge) => drawn(center.id, edge));
  });
  return { nodes: [...nodes.values()], edges: once(edges, nodes) };
}

/** The graph with what a provision is connected with; what is there stays as it is. */
export function withNeighbors(graph: KnowledgeGraph, whole: WholeProvision): KnowledgeGraph {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  let added = 0;
  for (const { node } of whole.edges) {
    if (nodes.has(node.id) || added === MOST_NEIGHBORS) continue;
    nodes.set(node.id, { ...node, use: 'near' });
    added += 1;
  }
  const edges = [...graph.edges, ...whole.edges.map((edge) => drawn(whole.id, edge))];
  return { nodes: [...nodes.values()], edges: once(edges, nodes) };
}

/** How many of a provision's neighbours are not in the drawing. */
export function hiddenNeighbors({ nodes }: KnowledgeGraph, { edges }: WholeProvision): number {
  const drawnIds = new Set(nodes.map(({ id }) => id));
  return new Set(edges.map(({ node }) => node.id).filter((id) => !drawnIds.has(id))).size;
}

function drawn(center: number, { relation, direction, node }: ProvisionEdge): DrawnEdge {
  return direction === 'out'
    ? { from: center, to: node.id, relation }
    : { from: node.id, to: center, relation };
}

/** Each connection once, and only between what is drawn. */
function once(edges: readonly DrawnEdge[], nodes: ReadonlyMap<number, unknown>): DrawnEdge[] {
  const kept = new Map<string, DrawnEdge>();
  for (const edge of edges) {
    if (!nodes.has(edge.from) || !nodes.has(edge.to) || edge.from === edge.to) continue;
    kept.set(`${edge.from} ${edge.to} ${edge.relation}`, edge);
  }
  return [...kept.values()];
}
