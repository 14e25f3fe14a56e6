import type { JsonObject } from '../../../../src/foundation/json.js';
import type {
  ActionInput,
  Condition,
  EdgeInput,
  EdgeType,
} from '../../../../src/platform/types.js';

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
  actions: ActionInput[];
  edges?: EdgeInput[];
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
