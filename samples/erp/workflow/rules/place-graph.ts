import type { Action, Condition, Edge, Rule } from '../../../../src/platform/types.js';
import { isUuid, newId } from '../../../../src/foundation/ids.js';
import type { GraphAction, RuleGraph } from './rule.model.js';
import type { Stored } from '../../shared/sql.js';

/** A valid graph with its final ids, ready to be stored. */
export interface StoredGraph {
  id: string;
  name: string;
  description: string;
  is_active: boolean;
  entity: string;
  trigger_type: string;
  trigger_conditions: readonly Condition[];
  actions: Action[];
  edges: Edge[];
}

/**
 * Gives every action and edge its final id. An action is the stored one when it carries its id, or,
 * sent as new, has the name of a stored action that no other claims: so shorthand keeps ids too.
 */
export function placeGraph(
  graph: RuleGraph,
  ruleId: string,
  stored: readonly Action[],
  makeId: () => string = newId,
): StoredGraph {
  const ids = placeActions(graph.actions, stored, makeId);
  const idOf = (id: string): string => ids.get(id) ?? id;
  return {
    id: ruleId,
    name: graph.name,
    description: graph.description,
    is_active: graph.isActive,
    entity: graph.entity,
    trigger_type: graph.triggerType,
    trigger_conditions: graph.triggerConditions,
    actions: graph.actions.map((action) => toWire(action, idOf(action.id))),
    edges: graph.edges.map((edge) => ({
      id: makeId(),
      source_action_id: edge.source === null ? null : idOf(edge.source),
      source_output: edge.port,
      target_action_id: idOf(edge.target),
      edge_type: edge.type,
      edge_order: edge.order,
    })),
  };
}

function placeActions(
  actions: readonly GraphAction[],
  stored: readonly Action[],
  makeId: () => string,
): Map<string, string> {
  const claimed = new Set(actions.map((action) => action.id));
  const free = new Map(
    stored
      .filter((action) => !claimed.has(action.id))
      .map((action) => [action.name.toLowerCase(), action.id]),
  );
  return new Map(
    actions.map((action) => {
      const kept = isUuid(action.id) ? action.id : free.get(action.name.toLowerCase());
      return [action.id, kept ?? makeId()];
    }),
  );
}

function toWire(action: GraphAction, id: string): Action {
  const { name, actionType, description, isActive, config } = action;
  const described = description === undefined ? {} : { description };
  return { id, name, action_type: actionType, ...described, is_active: isActive, config };
}

/** A stored rule as a graph, to be validated or simulated again. */
export function toGraph(rule: Stored<Rule>): RuleGraph {
  return {
    name: rule.name,
    description: rule.description,
    isActive: rule.is_active,
    entity: rule.entity,
    triggerType: rule.trigger_type,
    triggerConditions: rule.trigger_conditions,
    actions: rule.actions.map((action) => ({
      id: action.id,
      name: action.name,
      actionType: action.action_type,
      description: action.description,
      isActive: action.is_active,
      config: action.config,
    })),
    edges: rule.edges.map((edge) => ({
      source: edge.source_action_id,
      port: edge.source_output,
      target: edge.target_action_id,
      type: edge.edge_type,
      order: edge.edge_order,
    })),
  };
}
