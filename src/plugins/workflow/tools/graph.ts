import type { Edge } from './wire.js';

/** The least a node needs for graph questions. */
export interface Node {
  id: string;
  name: string;
  action_type: string;
}

export interface Way<N extends Node = Node> {
  /** The output port left by; null on `always` edges, which every port takes. */
  port: string | null;
  target: N;
}

/** A rule's nodes and edges, ready for questions. Edges to unknown nodes are left out. */
export class RuleGraph<N extends Node = Node> {
  private readonly byId: ReadonlyMap<string, N>;
  private readonly edges: readonly Edge[];

  constructor(
    readonly nodes: readonly N[],
    edges: readonly Edge[],
  ) {
    this.byId = new Map(nodes.map((node) => [node.id, node]));
    this.edges = edges
      .filter((edge) => this.byId.has(edge.target_action_id))
      .sort((a, b) => (a.edge_order ?? 0) - (b.edge_order ?? 0));
  }

  /** The node the start edge enters. */
  get start(): N | undefined {
    const edge = this.edges.find(isStart);
    return edge && this.byId.get(edge.target_action_id);
  }

  node(id: string): N | undefined {
    return this.byId.get(id);
  }

  /** The ways out of a node, in their order. */
  next(id: string): Way<N>[] {
    return this.edges
      .filter((edge) => edge.source_action_id === id)
      .flatMap((edge) => {
        const target = this.byId.get(edge.target_action_id);
        const port = edge.edge_type === 'always' ? null : (edge.source_output ?? null);
        return target ? [{ port, target }] : [];
      });
  }

  /** The edges that enter a node, the start edge too. */
  into(id: string): Edge[] {
    return this.edges.filter((edge) => edge.target_action_id === id);
  }

  /** Ids of all nodes a run can come to. */
  reachable(): Set<string> {
    const seen = new Set<string>();
    const open = this.start ? [this.start.id] : [];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(...this.next(id).map((way) => way.target.id));
    }
    return seen;
  }
}

/** True for the edge by which a run enters the graph. */
export function isStart(edge: Edge): boolean {
  return edge.edge_type === 'start' || !edge.source_action_id;
}
