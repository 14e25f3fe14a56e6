import type { FieldChange } from './rule-diff.js';
import type { RuleAction } from './rule.js';

/** What an update does to a node or an edge. */
export type Mark = 'added' | 'removed' | 'changed';

/** One box of the drawing. */
export interface GraphNode {
  id: string;
  /** `missing`: an edge names an action that the rule does not have. */
  kind: 'trigger' | 'action' | 'missing';
  /** The action's type as the wire has it; empty for what is no action. */
  type: string;
  typeLabel: string;
  title: string;
  /** What it does, in words; a trigger has a line for each condition. */
  lines: readonly string[];
  inactive: boolean;
  /** Of one that stands in the rule; a removed one is known by its name only. */
  action?: RuleAction;
  mark?: Mark;
  /** What differs from the stored rule. */
  changes: readonly FieldChange[];
  problem?: string;
}

/** One arrow of the drawing. */
export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  port: string | undefined;
  /** True for one that is taken whatever the port. */
  always: boolean;
  /** The branch it is; undefined where a step has one way on only. */
  label: string | undefined;
  mark?: Mark;
  problem?: string;
}

/** A rule as boxes and arrows, with what is wrong with it. */
export interface RuleGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  problems: string[];
}

/** The id of the box a run begins with. */
export const TRIGGER = 'trigger';

/** The items by the key each has, in their order (`Map.groupBy`, which Node 20 has not). */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
