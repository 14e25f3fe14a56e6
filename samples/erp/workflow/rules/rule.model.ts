import type {
  Action,
  ActionInput,
  Condition,
  Edge,
  EdgeInput,
} from '../../../../src/platform/types.js';

/** The body of create and update, after its shape was checked. */
export interface FullRuleBody {
  name: string;
  description?: string | null;
  is_active?: boolean;
  entity?: string;
  trigger_type?: string;
  trigger_conditions?: Condition[] | null;
  actions: ActionInput[];
  edges?: EdgeInput[];
}

/** An edge of a {@link RuleGraph}. */
export type GraphEdge = Omit<Edge, 'id'>;

/**
 * A rule with every default filled in: what is validated, simulated and stored; a stored rule is one.
 * `entity` and `trigger_type` are canonical names, or the words of the caller when there is no such thing.
 */
export interface RuleGraph {
  name: string;
  description: string;
  is_active: boolean;
  entity: string;
  trigger_type: string;
  trigger_conditions: readonly Condition[];
  /** Their ids are real or `temp:N`. */
  actions: readonly Action[];
  edges: readonly GraphEdge[];
}
