import type { Action, Condition, Edge, FullRule } from '../../../../src/platform/types.js';
import { isUuid, newId } from '../../../../src/foundation/ids.js';

/** The body of create and update, after its shape was checked. */
export type FullRuleBody = FullRule & Required<Pick<FullRule, 'name' | 'actions'>>;

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

/** A valid graph with its final ids, ready to be stored. */
export interface StoredGraph extends RuleGraph {
  id: string;
  edges: readonly Edge[];
}

/**
 * Gives every action and edge its final id. An action is the stored one when it carries its id, or,
 * sent as new, has the name of a stored action that no other claims.
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
    ...graph,
    id: ruleId,
    actions: graph.actions.map((action) => ({ ...action, id: idOf(action.id) })),
    edges: graph.edges.map((edge) => ({
      ...edge,
      id: makeId(),
      source_action_id: edge.source_action_id === null ? null : idOf(edge.source_action_id),
      target_action_id: idOf(edge.target_action_id),
    })),
  };
}

function placeActions(
  actions: readonly Action[],
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
