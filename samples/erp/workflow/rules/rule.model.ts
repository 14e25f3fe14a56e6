import type { JsonObject } from '../../../../src/foundation/json.js';
import type { Condition } from '../condition.js';

/** How an edge is followed: `start` opens the rule, `sequence` leaves a port, `always` leaves whatever the port. */
export const edgeTypes = ['start', 'sequence', 'always'] as const;

/** One of {@link edgeTypes}. */
export type EdgeType = (typeof edgeTypes)[number];

/** A rule without its graph, as lists answer it. */
export interface RuleSummary {
  id: string;
  name: string;
  description: string;
  is_active: boolean;
  entity_id: string;
  /** `schema.table`. */
  entity: string;
  trigger_type_id: string;
  trigger_type: string;
  action_count: number;
  version: number;
  created_at: string;
  updated_at: string;
}

/** A node of a rule. */
export interface Action {
  id: string;
  name: string;
  action_type: string;
  description?: string;
  is_active: boolean;
  config: JsonObject;
}

/** A way from an action's port into an action; the start edge comes from nowhere. */
export interface Edge {
  id: string;
  source_action_id: string | null;
  source_output: string | null;
  target_action_id: string;
  edge_type: EdgeType;
  edge_order: number;
}

/** A rule with its graph. */
export interface Rule extends RuleSummary {
  trigger_conditions: Condition[];
  actions: Action[];
  edges: Edge[];
}

/** An action of a body: `id` is real, `temp:N`, or absent; `after` stands for the edges into it. */
export interface ActionBody {
  id?: string;
  name: string;
  action_type: string;
  description?: string | null;
  is_active?: boolean;
  config?: JsonObject;
  after?: string | string[] | null;
}

/** An edge of a body. */
export interface EdgeBody {
  source_action_id?: string | null;
  source_output?: string | null;
  target_action_id: string;
  edge_type: EdgeType;
  edge_order?: number;
}

/** The body of create and update, after its shape was checked. */
export interface FullRuleBody {
  name: string;
  description?: string | null;
  is_active?: boolean;
  entity?: string;
  entity_id?: string;
  trigger_type?: string;
  trigger_type_id?: string;
  trigger_conditions?: Condition[] | null;
  actions: ActionBody[];
  edges?: EdgeBody[];
}

/** A node of a {@link RuleGraph}; its id is real or `temp:N`. */
export interface GraphAction {
  id: string;
  name: string;
  actionType: string;
  description: string | undefined;
  isActive: boolean;
  config: JsonObject;
}

/** An edge of a {@link RuleGraph}. */
export interface GraphEdge {
  source: string | null;
  port: string | null;
  target: string;
  type: EdgeType;
  order: number;
}

/**
 * A rule with every shorthand written out: what is validated, simulated and stored. `entity` and
 * `triggerType` are canonical names, or the words of the caller when there is no such thing.
 */
export interface RuleGraph {
  name: string;
  description: string;
  isActive: boolean;
  entity: string;
  triggerType: string;
  triggerConditions: readonly Condition[];
  actions: readonly GraphAction[];
  edges: readonly GraphEdge[];
}
