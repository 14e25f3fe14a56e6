import type { Action } from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import type { RuleKnowledge } from '../../knowledge.js';
import type { GraphEdge, RuleGraph } from '../../rules/rule.model.js';

/** One thing a valid rule keeps; answers a detail for each place where this rule does not. Pure. */
export type RuleCheck = (rule: RuleGraph, knowledge: RuleKnowledge) => ErrorDetail[];

/** An action as sentences call it. */
export function called(action: Action): string {
  return `Action "${action.name}"`;
}

/** The actions by id; of actions that share an id, the first. */
export function actionsById(rule: RuleGraph): Map<string, Action> {
  return new Map([...rule.actions].reverse().map((action) => [action.id, action]));
}

/** The edges that leave each action; a start edge leaves none, whatever it says. */
export function edgesBySource(rule: RuleGraph): Map<string, GraphEdge[]> {
  const bySource = new Map<string, GraphEdge[]>();
  for (const edge of rule.edges) {
    if (edge.source_action_id === null || edge.edge_type === 'start') continue;
    const leaving = bySource.get(edge.source_action_id) ?? [];
    leaving.push(edge);
    bySource.set(edge.source_action_id, leaving);
  }
  return bySource;
}
