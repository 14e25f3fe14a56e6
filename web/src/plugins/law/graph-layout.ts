import { Graph, layout as placeAll } from '@dagrejs/dagre';
import type { DrawnProvision, KnowledgeGraph } from './knowledge-graph.js';

/** The size of every box, as provision-node.module.css draws it. */
export const BOX = { width: 190, height: 66 } as const;

/** A box with its place; `x`, `y` is the upper left corner. */
export interface PlacedProvision {
  provision: DrawnProvision;
  x: number;
  y: number;
}

/** Places the boxes in ranks, what contains or cites on the left of what it contains or cites. */
export function placeGraph({ nodes, edges }: KnowledgeGraph): PlacedProvision[] {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 64, marginx: 12, marginy: 12 });
  for (const { id } of nodes) graph.setNode(String(id), { ...BOX });
  for (const { from, to, relation } of edges) {
    graph.setEdge(String(from), String(to), {}, relation);
  }
  placeAll(graph);
  return nodes.map((provision) => {
    const { x, y } = graph.node(String(provision.id)) as { x: number; y: number };
    return { provision, x: x - BOX.width / 2, y: y - BOX.height / 2 };
  });
}
