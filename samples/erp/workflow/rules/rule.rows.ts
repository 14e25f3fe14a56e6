import type { JsonObject } from '../../../../src/foundation/json.js';
import type { Condition, TriggerTypeName } from '../../../../src/platform/types.js';
import { findTriggerType } from '../trigger-types.js';
import type { Action, Edge, EdgeType, RuleSummary } from './rule.model.js';

/** A row of the rules, as the database gives it. */
export interface SummaryRow {
  id: string;
  name: string;
  description: string;
  is_active: boolean;
  entity: string;
  entity_id: string;
  trigger_type: TriggerTypeName;
  trigger_conditions: Condition[];
  version: number;
  created_at: Date;
  updated_at: Date;
  action_count: number;
}

/** A row of the actions. */
export interface ActionRow {
  id: string;
  name: string;
  action_type: string;
  description: string | null;
  is_active: boolean;
  config: JsonObject;
}

/** A row of the edges. */
export interface EdgeRow {
  id: string;
  source_action_id: string | null;
  source_output: string | null;
  target_action_id: string;
  edge_type: EdgeType;
  edge_order: number;
}

/** A row as lists answer it. */
export function toSummary(row: SummaryRow): RuleSummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    is_active: row.is_active,
    entity_id: row.entity_id,
    entity: row.entity,
    trigger_type_id: findTriggerType(row.trigger_type)?.id ?? '',
    trigger_type: row.trigger_type,
    action_count: row.action_count,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A row as it goes over the wire; no `description` rather than an empty one. */
export function toAction(row: ActionRow): Action {
  const { id, name, action_type, is_active, config } = row;
  const description = row.description === null ? {} : { description: row.description };
  return { id, name, action_type, ...description, is_active, config };
}

/** A row as it goes over the wire. */
export function toEdge(row: EdgeRow): Edge {
  const { id, source_action_id, source_output, target_action_id, edge_type, edge_order } = row;
  return { id, source_action_id, source_output, target_action_id, edge_type, edge_order };
}
