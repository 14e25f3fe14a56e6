import { isUuid, newId } from '../../../../src/foundation/ids.js';
import type { Action, Edge } from '../../../../src/platform/types.js';
import type { RuleGraph } from './rule.model.js';

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
