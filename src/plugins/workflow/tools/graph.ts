import { firstChars } from '../../../foundation/text.js';
import type { Edge, Condition, RuleSummary } from './wire.js';

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

  get start(): N | undefined {
    const edge = this.edges.find(isStart);
    return edge && this.byId.get(edge.target_action_id);
  }

  node(id: string): N | undefined {
    return this.byId.get(id);
  }

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

export function isStart(edge: Edge): boolean {
  return edge.edge_type === 'start' || !edge.source_action_id;
}

/**
 * `Check stock → [insufficient] Create alert`: the port unless it is `success`, several ways in braces, divided by `|`; a node that
 * was written out already is only named (`…`).
 */
export function flowOutline(nodes: readonly Node[], edges: readonly Edge[]): string {
  const graph = new RuleGraph(nodes, edges);
  if (graph.start === undefined) return '(no start)';
  const written = new Set<string>();
  const write = (node: Node): string => {
    const ways = graph.next(node.id);
    if (written.has(node.id)) return ways.length === 0 ? node.name : `${node.name} …`;
    written.add(node.id);
    const rest = ways.map((way) => `${label(way)}${write(way.target)}`);
    if (rest.length === 0) return node.name;
    return `${node.name} → ${rest.length === 1 ? rest.join('') : `{ ${rest.join(' | ')} }`}`;
  };
  return write(graph.start);
}

function label(way: Way): string {
  return way.port === null || way.port === 'success' ? '' : `[${way.port}] `;
}

const MAX_PATHS = 12;

export function flowPaths(nodes: readonly Node[], edges: readonly Edge[]) {
  const graph = new RuleGraph(nodes, edges);
  const paths: { path: string; when: string[] }[] = [];
  const walk = (node: Node, path: string, when: string[], seen: readonly string[]): void => {
    const ways = graph.next(node.id).filter((way) => !seen.includes(way.target.id));
    if (paths.length >= MAX_PATHS) return;
    if (ways.length === 0) paths.push({ path, when });
    for (const way of ways) {
      const taken = way.port === null ? when : [...when, `${node.name}: ${way.port}`];
      walk(way.target, `${path} → ${label(way)}${way.target.name}`, taken, [...seen, node.id]);
    }
  };
  if (graph.start) walk(graph.start, graph.start.name, [], []);
  return paths;
}

export function toRuleLine(rule: RuleSummary) {
  const { id, name, entity, trigger_type, is_active, action_count } = rule;
  return { id, name, entity, trigger_type, is_active, action_count };
}

/** A condition in words: `quantity less_than 10`. */
export function conditionText(condition: Condition): string {
  const { field_name, operator, value, previous_value } = condition;
  const parts = [field_name, operator];
  if (value !== undefined) parts.push(JSON.stringify(value));
  if (previous_value !== undefined) parts.push(`(before: ${JSON.stringify(previous_value)})`);
  return parts.join(' ');
}

const MAX_LINE = 160;

/** A config in one line: `severity=high, title="Low stock"`, cut when it is long. */
export function configLine(config: object): string {
  const line = Object.entries(config)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(', ');
  return line.length <= MAX_LINE ? line : `${firstChars(line, MAX_LINE - 1)}…`;
}
