import type { Action, ActionInput, EdgeInput } from '../../../../src/platform/types.js';
import { defaultPort, findActionType } from '../action-types.js';
import { findEntity, type RuleKnowledge } from '../knowledge.store.js';
import { findTriggerType } from '../trigger-types.js';
import type { FullRuleBody, GraphEdge, RuleGraph } from './rule.model.js';

/** Fills in what a body leaves out, and the canonical names of what it means. */
export function expandRule(
  body: FullRuleBody,
  { entities }: Pick<RuleKnowledge, 'entities'>,
): RuleGraph {
  const actions = namedActions(body.actions);
  const entity = (body.entity ?? '').trim();
  const found = findEntity(entities, entity);
  const triggerType = (body.trigger_type ?? '').trim();
  return {
    name: body.name.trim(),
    description: body.description ?? '',
    is_active: body.is_active ?? true,
    entity: 'entity' in found ? found.entity.name : entity,
    trigger_type: findTriggerType(triggerType)?.name ?? triggerType,
    trigger_conditions: body.trigger_conditions ?? [],
    actions,
    edges: fullEdges(body.edges ?? [], actions),
  };
}

/** Gives actions without an id the next free `temp:N`. */
function namedActions(bodies: readonly ActionInput[]): Action[] {
  const taken = new Set(bodies.map((body) => body.id));
  let next = 0;
  const freeId = (): string => {
    while (taken.has(`temp:${next}`)) next += 1;
    return `temp:${next++}`;
  };
  return bodies.map((body) => ({
    id: body.id === undefined || body.id === '' ? freeId() : body.id,
    name: body.name.trim(),
    action_type: body.action_type.trim(),
    description: body.description ?? undefined,
    is_active: body.is_active ?? true,
    config: body.config ?? {},
  }));
}

function fullEdges(bodies: readonly EdgeInput[], actions: readonly Action[]): GraphEdge[] {
  const types = new Map(actions.map((action) => [action.id, findActionType(action.action_type)]));
  return bodies.map((edge, index) => {
    const source = edge.source_action_id ?? null;
    const type = source === null ? undefined : types.get(source);
    const fallback = type === undefined ? null : defaultPort(type);
    return {
      source_action_id: source,
      // Only a sequence edge leaves through a port; the others ignore it.
      source_output: edge.edge_type === 'sequence' ? (edge.source_output ?? fallback) : null,
      target_action_id: edge.target_action_id,
      edge_type: edge.edge_type,
      edge_order: edge.edge_order ?? index,
    };
  });
}
