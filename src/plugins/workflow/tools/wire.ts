import { toolsFor, type ToolCall } from '../../../agenttools/tool.js';
import type { PgDraftStore } from '../store/drafts.store.js';
import type * as erp from '../../../platform/types.js';

/** The backend's shapes, as its OpenAPI document has them (samples/erp/openapi.json). */
export type * from '../../../platform/types.js';
export type { ActionTemplate as Template, RuleVerdict as DryRun } from '../../../platform/types.js';

/** A test on one field of a record; the backend judges the operator. */
export type Condition = Omit<erp.Condition, 'operator'> & { operator: string };

/** An edge as a caller writes it; the backend judges its type. */
export type Edge = Omit<erp.EdgeInput, 'edge_type'> & { edge_type: string };

/** A rule in a list; drafts of rules, which are walked like rules, may lack some of it. */
export type RuleSummary = Pick<
  erp.RuleSummary,
  'id' | 'name' | 'is_active' | 'entity' | 'action_count' | 'version' | 'updated_at'
> & { description: string | null; trigger_type: string };

/** A stored rule with its graph. */
export type Rule = RuleSummary & {
  trigger_conditions: Condition[];
  actions: erp.Action[];
  edges: Edge[];
};

/** An action as a caller writes it: `after` (`"Action"` or `"Action:port"`) may stand for edges. */
export type ActionInput = Omit<erp.ActionInput, 'after'> & { after?: string };

/** A rule as a caller writes it; for an existing rule the fields left out stay as they are. */
export interface RuleDocument {
  name?: string;
  description?: string | null;
  is_active?: boolean;
  entity?: string;
  trigger_type?: string;
  trigger_conditions?: Condition[];
  /** All actions of the rule; left out for an existing rule, its actions and edges stay. */
  actions?: ActionInput[];
  edges?: Edge[];
}

/** The body that creates or replaces a rule, with explicit edges. */
export interface FullRule {
  name: string;
  description: string;
  is_active: boolean;
  entity: string;
  trigger_type: string;
  trigger_conditions: Condition[];
  /** Their ids are `temp:N` when they are new. */
  actions: erp.Action[];
  edges: Edge[];
  /** The version the change was made on: the platform refuses when the rule has moved on. */
  if_version?: number;
}

/** What the tools of workflow rules work with beside the backend. */
export interface WorkflowServices {
  drafts: PgDraftStore;
}

export type WorkflowCall = ToolCall & WorkflowServices;

/** Makes a tool of this plugin. */
export const workflowTool = toolsFor<WorkflowServices>('workflow');
