import { defined } from '../../../../src/foundation/defined.js';
import type { Action, ActionInput, EdgeInput } from '../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { defaultPort, findActionType } from '../action-types.js';
import { findEntity, type RuleKnowledge } from '../knowledge.js';
import { findTriggerType } from '../trigger-types.js';
import { edgesFromAfter, hasAfter } from './after.js';
import type { FullRuleBody, GraphEdge, RuleGraph } from './rule.model.js';

/** Writes every shorthand of a body out; `errors` are those of the shorthand itself, not of the rule. */
export function expandRule(
  body: FullRuleBody,
  knowledge: Pick<RuleKnowledge, 'entities'>,
): { graph: RuleGraph; errors: ErrorDetail[] } {
  const actions = namedActions(body.actions);
  const { edges, errors } = readEdges(body, actions);
  const graph: RuleGraph = {
    name: body.name.trim(),
    description: body.description ?? '',
    is_active: body.is_active ?? true,
    entity: entityName(body, knowledge),
    trigger_type: triggerName(body),
    trigger_conditions: body.trigger_conditions ?? [],
    actions,
    edges,
  };
  return { graph, errors: [...contradictions(body, knowledge), ...errors] };
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
    ...defined({ description: body.description ?? undefined }),
    is_active: body.is_active ?? true,
    config: body.config ?? {},
  }));
}

function readEdges(
  body: FullRuleBody,
  actions: readonly Action[],
): { edges: GraphEdge[]; errors: ErrorDetail[] } {
  const edges = body.edges ?? [];
  const shorthand = body.actions.some(hasAfter);
  if (edges.length > 0 && shorthand) return { edges: [], errors: [mixed] };
  if (edges.length > 0) return { edges: plainEdges(edges, actions), errors: [] };
  if (actions.length === 0) return { edges: [], errors: [] };
  return edgesFromAfter(body.actions, actions);
}

const mixed: ErrorDetail = {
  path: 'edges',
  message:
    'The rule has both "edges" and actions with "after"; use one of the two: "after" on each action but the first, or "edges"',
};

function plainEdges(bodies: readonly EdgeInput[], actions: readonly Action[]): GraphEdge[] {
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

/** The canonical name, or the caller's word when there is no such entity (a check reports that). */
function entityName(body: FullRuleBody, { entities }: Pick<RuleKnowledge, 'entities'>): string {
  const word = body.entity ?? body.entity_id ?? '';
  const found = findEntity(entities, word);
  return 'entity' in found ? found.entity.name : word.trim();
}

function triggerName(body: FullRuleBody): string {
  const word = body.trigger_type ?? body.trigger_type_id ?? '';
  return findTriggerType(word)?.name ?? word.trim();
}

/** A name and an id that mean different things are refused rather than one of them believed. */
function contradictions(
  body: FullRuleBody,
  knowledge: Pick<RuleKnowledge, 'entities'>,
): ErrorDetail[] {
  const errors: ErrorDetail[] = [];
  const { entity, entity_id: entityId, trigger_type: trigger, trigger_type_id: triggerId } = body;
  const both = entity !== undefined && entityId !== undefined;
  if (both && entityName({ ...body, entity: entityId }, knowledge) !== entityName(body, knowledge))
    errors.push(contradiction('entity_id', `entity "${entity}"`));
  const bothTriggers = trigger !== undefined && triggerId !== undefined;
  if (bothTriggers && triggerName({ ...body, trigger_type: triggerId }) !== triggerName(body))
    errors.push(contradiction('trigger_type_id', `trigger_type "${trigger}"`));
  return errors;
}

function contradiction(path: string, name: string): ErrorDetail {
  return { path, message: `${path} means something else than ${name}; send one of the two` };
}
