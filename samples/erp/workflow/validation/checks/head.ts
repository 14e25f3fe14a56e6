import type { Action } from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { type RuleKnowledge, findEntity } from '../../knowledge.store.js';
import type { GraphEdge, RuleGraph } from '../../rules/rule.model.js';
import { findTriggerType, triggerTypes } from '../../trigger-types.js';
import { checkCondition } from './condition-valid.js';
import { jsonDepth } from '../../../../../src/foundation/json.js';

/** One thing a valid rule keeps; answers a detail for each place where this rule does not. Pure. */
export type RuleCheck = (rule: RuleGraph, knowledge: RuleKnowledge) => ErrorDetail[];

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

export const entityExists: RuleCheck = (rule, { entities }) => {
  if (rule.entity === '')
    return [
      {
        path: 'entity',
        message: 'The rule names no entity; say which table it watches (schema.table)',
        allowed: entities.map((entity) => entity.name),
      },
    ];
  const found = findEntity(entities, rule.entity);
  if ('entity' in found) return [];
  const several = found.candidates.length < entities.length;
  return [
    {
      path: 'entity',
      message: several
        ? `Entity "${rule.entity}" could be ${found.candidates.join(' or ')}; name one of them`
        : `There is no entity "${rule.entity}"; the entities are ${found.candidates.join(', ')}`,
      allowed: found.candidates,
    },
  ];
};

export const triggerTypeValid: RuleCheck = (rule) => {
  if (findTriggerType(rule.trigger_type) !== undefined) return [];
  const allowed = triggerTypes.map((type) => type.name);
  const message =
    rule.trigger_type === ''
      ? `The rule names no trigger_type; it is one of ${allowed.join(', ')}`
      : `There is no trigger type "${rule.trigger_type}"; it is one of ${allowed.join(', ')}`;
  return [{ path: 'trigger_type', message, allowed }];
};

/** Trigger conditions compare columns of the entity with operators that exist. */
export const triggerConditionsValid: RuleCheck = (rule, knowledge) =>
  rule.trigger_conditions.flatMap((condition, index) =>
    checkCondition(condition, {
      path: `trigger_conditions[${index}]`,
      label: `Trigger condition ${index + 1}`,
      entity: rule.entity,
      columns: knowledge.columnsOf(rule.entity),
      outputKeys: [],
      triggerType: rule.trigger_type,
    }),
  );

const ruleLimits = {
  actions: 100,
  edges: 300,
  triggerConditions: 50,
  description: 2000,
  configDepth: 16,
} as const;

/** A rule has at least one action and is not bigger than {@link ruleLimits}. */
export const limits: RuleCheck = (rule) => {
  const errors = [];
  if (rule.actions.length === 0)
    errors.push({ path: 'actions', message: 'A rule needs at least one action' });
  const counted = [
    ['actions', rule.actions.length, ruleLimits.actions],
    ['edges', rule.edges.length, ruleLimits.edges],
    ['trigger_conditions', rule.trigger_conditions.length, ruleLimits.triggerConditions],
  ] as const;
  for (const [path, count, most] of counted) {
    if (count > most)
      errors.push({ path, message: `A rule may have at most ${most} ${path}; this has ${count}` });
  }
  if (rule.description.length > ruleLimits.description)
    errors.push({
      path: 'description',
      message: `The description may have at most ${ruleLimits.description} characters`,
    });
  rule.actions.forEach((action, index) => {
    if (jsonDepth(action.config, ruleLimits.configDepth) > ruleLimits.configDepth)
      errors.push({
        path: `actions[${index}].config`,
        message: `${called(action)}: config may be nested at most ${ruleLimits.configDepth} levels deep`,
      });
  });
  return errors;
};

const LONGEST = 255;

/** The rule and each action have a name of 1 to 255 characters. */
export const names: RuleCheck = (rule) => [
  ...checkName(rule.name, 'name', 'The rule'),
  ...rule.actions.flatMap((action, index) =>
    checkName(action.name, `actions[${index}].name`, `Action ${index + 1}`),
  ),
];

function checkName(name: string, path: string, what: string): { path: string; message: string }[] {
  if (name.length === 0)
    return [{ path, message: `${what} has no name; give it one of 1 to ${LONGEST} characters` }];
  if (name.length <= LONGEST) return [];
  return [{ path, message: `${what} has a name of ${name.length} characters; at most ${LONGEST}` }];
}

/** No two actions of a rule share a name, whatever the case, nor an id. */
export const uniqueNames: RuleCheck = (rule) => {
  const errors: ErrorDetail[] = [];
  const seenNames = new Map<string, number>();
  const seenIds = new Set<string>();
  rule.actions.forEach((action, index) => {
    const key = action.name.toLowerCase();
    const first = seenNames.get(key);
    if (first !== undefined && key !== '')
      errors.push({
        path: `actions[${index}].name`,
        message: `${called(action)} has the same name as action ${first + 1}; names within a rule must differ by more than case`,
      });
    else seenNames.set(key, index);
    if (seenIds.has(action.id))
      errors.push({
        path: `actions[${index}].id`,
        message: `${called(action)} has the id "${action.id}" of another action; ids must differ`,
      });
    seenIds.add(action.id);
  });
  return errors;
};

/** An action's id is `temp:N` or that of an action the rule already has. */
export const actionIds: RuleCheck = (rule, { storedActions }) => {
  if (storedActions === undefined) return [];
  return rule.actions.flatMap((action, index) => {
    if (/^temp:\d+$/.test(action.id) || storedActions.has(action.id)) return [];
    return [
      {
        path: `actions[${index}].id`,
        message: `${called(action)}: the id "${action.id}" is not one of this rule's actions; a new action has the id temp:0, temp:1… or none`,
        allowed: storedActions.size > 0 ? [...storedActions] : undefined,
      },
    ];
  });
};
