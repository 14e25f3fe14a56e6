import { AppError, type ErrorDetail } from '../../../../src/foundation/errors.js';
import { type RuleKnowledge, findEntity } from '../knowledge.store.js';
import {
  type RuleGraph,
  type FullRuleBody,
  defaultPort,
  findActionType,
  findTriggerType,
  type GraphEdge,
} from '../rules/rule.model.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import type { StoredRule } from '../rules/rules.store.js';
import { schemaNamed } from '../../openapi/document.js';
import { compileSchema, placed, schemaProblems } from '../../shared/schema-problems.js';
import type { Action, ActionInput, EdgeInput } from '../../../../src/platform/types.js';
import * as head from './checks/head.js';
import type { RuleCheck } from './checks/head.js';
import * as configs from './checks/configs.js';
import * as graphs from './checks/graph.js';

const checks: readonly RuleCheck[] = [
  head.names,
  head.uniqueNames,
  head.actionIds,
  head.entityExists,
  head.triggerTypeValid,
  head.triggerConditionsValid,
  configs.actionTypesExist,
  configs.configsMatch,
  configs.configConditionsValid,
  configs.configTargetsExist,
  configs.peopleExist,
  graphs.oneStart,
  graphs.edgesConnect,
  graphs.portsExist,
  graphs.noCycle,
  graphs.allReachable,
];

export function validateRule(rule: RuleGraph, knowledge: RuleKnowledge): ErrorDetail[] {
  const tooBig = head.limits(rule, knowledge);
  if (tooBig.length > 0) return tooBig;
  return checks.flatMap((check) => check(rule, knowledge));
}

export interface RuleReading {
  graph: RuleGraph | undefined;
  errors: ErrorDetail[];
}

export function readRule(body: unknown, knowledge: RuleKnowledge): RuleReading {
  ruleBody ??= ruleSchema();
  const problems = schemaProblems(compileSchema(ruleBody), body);
  if (problems.length > 0)
    return { graph: undefined, errors: problems.map((problem) => placed(problem, '', 'Rule')) };
  const graph = expandRule(body as FullRuleBody, knowledge);
  return { graph, errors: validateRule(graph, knowledge) };
}

/** Reads the body of a change of a stored rule; what it leaves out of the head stays. */
export function readUpdate(
  body: object,
  stored: StoredRule,
  knowledge: RuleKnowledge,
): RuleReading {
  const storedActions = new Set(stored.actions.map((action) => action.id));
  return readRule(mergeStored({ ...body }, stored), { ...knowledge, storedActions });
}

/** The graph, or `invalid_rule` with everything that is wrong. */
export function requireValid({ graph, errors }: RuleReading): RuleGraph {
  if (graph !== undefined && errors.length === 0) return graph;
  const sentences = errors.slice(0, 5).map((error) => error.message);
  const more = errors.length > 5 ? ` (and ${errors.length - 5} more)` : '';
  throw new AppError(
    'invalid_rule',
    `The rule is not valid: ${sentences.join('; ')}${more}.`,
    errors,
  );
}

let ruleBody: object | undefined;

function ruleSchema(): object {
  const text = { type: 'string' };
  const nullableText = { type: ['string', 'null'] };
  const condition = schemaNamed('Condition');
  return {
    type: 'object',
    required: ['name', 'actions'],
    properties: {
      ...(schemaNamed('FullRule')['properties'] as JsonObject),
      name: { ...text, description: "the rule's name" },
      description: nullableText,
      trigger_conditions: {
        type: ['array', 'null'],
        items: {
          ...condition,
          properties: { ...(condition['properties'] as JsonObject), operator: text },
        },
      },
      actions: {
        type: 'array',
        items: schemaNamed('ActionInput'),
        description: 'the list of actions',
      },
      edges: { type: 'array', items: schemaNamed('EdgeInput') },
    },
  };
}

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

/**
 * What an update leaves out stays: the head, and `is_active` and `description` of kept actions; trigger conditions only while the
 * body names no other table.
 */
function mergeStored(body: JsonObject, stored: StoredRule): JsonObject {
  const merged: JsonObject = { ...body };
  for (const field of ['name', 'description', 'is_active'] as const)
    merged[field] ??= stored[field];
  if (namesEntity(body.entity ?? stored.entity, stored))
    merged.trigger_conditions ??= stored.trigger_conditions;
  merged.entity ??= stored.entity;
  merged.trigger_type ??= stored.trigger_type;
  if (Array.isArray(body.actions))
    merged.actions = body.actions.map((action: unknown) => mergeAction(action, stored.actions));
  return merged;
}

function namesEntity(word: unknown, { entity }: StoredRule): boolean {
  const wanted = typeof word === 'string' ? word.trim().toLowerCase() : '';
  return wanted === entity || wanted === entity.split('.')[1];
}

function mergeAction(action: unknown, stored: readonly Action[]): unknown {
  if (!isObject(action)) return action;
  const { id, name } = action;
  const isNew = id === undefined || (typeof id === 'string' && id.startsWith('temp:'));
  const kept = stored.find((known) =>
    isNew
      ? typeof name === 'string' && known.name.toLowerCase() === name.trim().toLowerCase()
      : known.id === id,
  );
  if (kept === undefined) return action;
  return { is_active: kept.is_active, description: kept.description, ...action };
}
