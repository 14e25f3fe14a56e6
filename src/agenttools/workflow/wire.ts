import type { JsonObject } from '../../foundation/json.js';

/** The platform's shapes as samples/erp/README.md states them, in wire names. */

/** A test on one field of a record. */
export interface Condition {
  field_name: string;
  operator: string;
  value?: unknown;
  previous_value?: unknown;
}

/** One node of a stored rule. */
export interface Action {
  id: string;
  name: string;
  action_type: string;
  description?: string | null;
  is_active: boolean;
  config: JsonObject;
}

/** How one node leads to the next; `source_action_id` is null on the start edge. */
export interface Edge {
  source_action_id?: string | null;
  source_output?: string | null;
  target_action_id: string;
  edge_type: string;
  edge_order?: number;
}

/** A rule in a list. */
export interface RuleSummary {
  id: string;
  name: string;
  description: string | null;
  is_active: boolean;
  entity: string;
  trigger_type: string;
  action_count: number;
  version: number;
  updated_at: string;
}

/** A stored rule with its graph. */
export interface Rule extends RuleSummary {
  trigger_conditions: Condition[];
  actions: Action[];
  edges: Edge[];
}

/** An action as a caller writes it: `after` (`"Action"` or `"Action:port"`) may stand for edges. */
export interface ActionInput {
  id?: string;
  name: string;
  action_type: string;
  description?: string | null;
  is_active?: boolean;
  config?: JsonObject;
  after?: string;
}

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

/** An action of a {@link FullRule}: it has an id (`temp:N` when new) and a config. */
export interface FullAction {
  id: string;
  name: string;
  action_type: string;
  description?: string;
  is_active: boolean;
  config: JsonObject;
}

/** The body that creates or replaces a rule, with explicit edges. */
export interface FullRule {
  name: string;
  description: string;
  is_active: boolean;
  entity: string;
  trigger_type: string;
  trigger_conditions: Condition[];
  actions: FullAction[];
  edges: Edge[];
  /** The version the change was made on: the platform refuses when the rule has moved on. */
  if_version?: number;
}

/** One finding of the platform's validation. */
export interface Detail {
  path?: string;
  message: string;
  allowed?: (string | number)[];
}

/** The answer of a dry run. */
export interface DryRun {
  valid: boolean;
  errors: Detail[];
  action_count: number;
  edge_count: number;
}

/** A line of the catalogue of action types; `ports` default first. */
export interface ActionTypeSummary {
  type: string;
  name: string;
  description: string;
  category: string;
  ports: string[];
  required: string[];
}

/** One action type in full. */
export interface ActionTypeSchema {
  type: string;
  name: string;
  description: string;
  category: string;
  ports: { name: string; description: string; is_default: boolean }[];
  config_schema: JsonObject;
  example: JsonObject;
}

/** A table that rules can watch; `name` is `schema.table`. */
export interface Entity {
  id: string;
  name: string;
  schema: string;
  table: string;
}

/** A ready-made action. */
export interface Template {
  id: string;
  name: string;
  description: string;
  action_type: string;
  config: JsonObject;
  tags: string[];
}

/** The way of one event through a rule. */
export interface Simulation {
  triggered: boolean;
  reason: string;
  steps: { action_id: string; action: string; action_type: string; port: string; reason: string }[];
  not_reached: string[];
  assumptions: string[];
}

/** A reference to a user or role. */
export interface NamedRef {
  id: string;
  name: string;
}

/** An alert that a rule raised. */
export interface Alert {
  id: string;
  rule_id: string | null;
  rule_name: string | null;
  alert_type: string;
  severity: string;
  status: string;
  title: string;
  message: string;
  context: JsonObject;
  recipients: { users: NamedRef[]; roles: NamedRef[] };
  created_at: string;
  acknowledged_at: string | null;
  acknowledged_by: unknown;
}

/** A user of the business system. */
export interface User {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  title: string | null;
  roles: string[];
}

/** A role of the business system. */
export interface Role {
  id: string;
  name: string;
  description: string | null;
}
