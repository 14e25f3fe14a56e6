import {
  type Action,
  type Condition,
  type ConditionOperator,
  conditionOperatorValues,
} from '../../../../../src/platform/types.js';
import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { type RuleKnowledge, findEntity, type EntityColumn } from '../../knowledge.store.js';
import {
  type GraphEdge,
  type RuleGraph,
  findTriggerType,
  triggerTypes,
} from '../../rules/rule.model.js';
import { fault } from '../../../shared/schema-problems.js';
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
  const names = entities.map((entity) => entity.name);
  if (rule.entity === '') {
    const message = 'The rule names no entity; say which table it watches (schema.table)';
    return [fault('entity', message, names)];
  }
  const found = findEntity(entities, rule.entity);
  if ('entity' in found) return [];
  const { candidates } = found;
  const several = `Entity "${rule.entity}" could be ${candidates.join(' or ')}; name one of them`;
  const none = `There is no entity "${rule.entity}"; the entities are ${candidates.join(', ')}`;
  return [fault('entity', candidates.length < entities.length ? several : none, candidates)];
};

export const triggerTypeValid: RuleCheck = (rule) => {
  if (findTriggerType(rule.trigger_type) !== undefined) return [];
  const allowed = triggerTypes.map((type) => type.name);
  const unknown = `There is no trigger type "${rule.trigger_type}"`;
  const what = rule.trigger_type === '' ? 'The rule names no trigger_type' : unknown;
  return [fault('trigger_type', `${what}; it is one of ${allowed.join(', ')}`, allowed)];
};

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
export const limits: RuleCheck = ({ actions, edges, trigger_conditions, description }) => {
  const most = ruleLimits;
  const tooMany = (path: string, { length }: readonly unknown[], limit: number) =>
    length > limit
      ? [fault(path, `A rule may have at most ${limit} ${path}; this has ${length}`)]
      : [];
  const tooLong = `The description may have at most ${most.description} characters`;
  return [
    ...(actions.length === 0 ? [fault('actions', 'A rule needs at least one action')] : []),
    ...tooMany('actions', actions, most.actions),
    ...tooMany('edges', edges, most.edges),
    ...tooMany('trigger_conditions', trigger_conditions, most.triggerConditions),
    ...(description.length > most.description ? [fault('description', tooLong)] : []),
    ...actions.flatMap((action, index) => {
      const message = `${called(action)}: config may be nested at most ${most.configDepth} levels deep`;
      const isDeep = jsonDepth(action.config, most.configDepth) > most.configDepth;
      return isDeep ? [fault(`actions[${index}].config`, message)] : [];
    }),
  ];
};

const LONGEST = 255;

export const names: RuleCheck = (rule) => [
  ...checkName(rule.name, 'name', 'The rule'),
  ...rule.actions.flatMap((action, index) =>
    checkName(action.name, `actions[${index}].name`, `Action ${index + 1}`),
  ),
];

function checkName(name: string, path: string, what: string): ErrorDetail[] {
  if (name.length === 0)
    return [fault(path, `${what} has no name; give it one of 1 to ${LONGEST} characters`)];
  if (name.length <= LONGEST) return [];
  return [fault(path, `${what} has a name of ${name.length} characters; at most ${LONGEST}`)];
}

export const uniqueNames: RuleCheck = ({ actions }) => {
  const keys = actions.map((action) => action.name.toLowerCase());
  const ids = actions.map((action) => action.id);
  return actions.flatMap((action, index) => {
    const first = keys.indexOf(keys[index] ?? '');
    const sameName = `${called(action)} has the same name as action ${first + 1}; names within a rule must differ by more than case`;
    const sameId = `${called(action)} has the id "${action.id}" of another action; ids must differ`;
    const isNamed = first < index && action.name !== '';
    return [
      ...(isNamed ? [fault(`actions[${index}].name`, sameName)] : []),
      ...(ids.indexOf(action.id) < index ? [fault(`actions[${index}].id`, sameId)] : []),
    ];
  });
};

/** An action's id is `temp:N` or that of an action the rule already has. */
export const actionIds: RuleCheck = (rule, { storedActions }) => {
  if (storedActions === undefined) return [];
  return rule.actions.flatMap((action, index) => {
    if (/^temp:\d+$/.test(action.id) || storedActions.has(action.id)) return [];
    const message = `${called(action)}: the id "${action.id}" is not one of this rule's actions; a new action has the id temp:0, temp:1… or none`;
    const allowed = storedActions.size > 0 ? [...storedActions] : undefined;
    return [fault(`actions[${index}].id`, message, allowed)];
  });
};

const operatorsWithoutValue: readonly ConditionOperator[] = ['is_null', 'is_not_null', 'changed'];

/** Operators that compare the record with what it was before: only an update has that. */
const changeOperators: readonly ConditionOperator[] = ['changed', 'changed_from', 'changed_to'];

interface ConditionPlace {
  path: string;
  label: string;
  entity: string;
  columns: readonly EntityColumn[];
  /** Names that earlier lookups put their row under: `supplier` allows `supplier.name`. */
  outputKeys: readonly string[];
  triggerType: string;
}

export function checkCondition(condition: Condition, place: ConditionPlace): ErrorDetail[] {
  const { operator } = condition;
  if (!conditionOperatorValues.includes(operator)) {
    const message = `${place.label}: there is no operator "${operator}"; it is one of ${conditionOperatorValues.join(', ')}`;
    return [fault(`${place.path}.operator`, message, conditionOperatorValues)];
  }
  return [
    ...checkField(condition.field_name, `${place.path}.field_name`, place),
    ...checkValue(condition, place),
    ...checkChange(condition, place),
  ];
}

function checkField(
  field: string,
  path: string,
  { label, entity, columns, outputKeys }: ConditionPlace,
): ErrorDetail[] {
  if (columns.length === 0) return []; // the entity does not exist: reported once, elsewhere
  if (columns.some((column) => column.name === field)) return [];
  const dot = field.indexOf('.');
  if (dot > 0 && outputKeys.includes(field.slice(0, dot))) return [];
  const allowed = columns.map((column) => column.name);
  const message = `${label}: ${entity} has no column "${field}"; its columns are ${allowed.join(', ')}`;
  return [fault(path, message, allowed)];
}

function checkValue(condition: Condition, { path, label, columns }: ConditionPlace): ErrorDetail[] {
  const { operator, value } = condition;
  const wrong = (message: string, allowed?: readonly string[]) => [
    fault(`${path}.value`, `${label}: ${message}`, allowed),
  ];
  if (operatorsWithoutValue.includes(operator)) return [];
  const given = operator === 'changed_from' ? (condition.previous_value ?? value) : value;
  const needed = `the operator ${operator} needs a value; to compare with nothing use is_null or is_not_null`;
  if (given === undefined || given === null) return wrong(needed);
  if (operator === 'in' && !Array.isArray(given))
    return wrong('the operator in needs a list of values, such as ["a", "b"]');
  const { field_name: field } = condition;
  const values = columns.find(({ name }) => name === field)?.values;
  const unknown = values && outside(operator, given, values);
  if (values === undefined || unknown === undefined) return [];
  return wrong(
    `"${unknown}" is not a value of ${field}; it is one of ${values.join(', ')}`,
    values,
  );
}

/** The first text that an enum column can never hold; templates are left alone. */
function outside(operator: string, given: unknown, values: readonly string[]): string | undefined {
  if (operator === 'contains' || operator === 'starts_with') return undefined;
  const list: unknown[] = Array.isArray(given) ? given : [given];
  return list.find(
    (item): item is string =>
      typeof item === 'string' && !item.includes('{{') && !values.includes(item),
  );
}

function checkChange({ operator }: Condition, place: ConditionPlace): ErrorDetail[] {
  const { path, label, triggerType } = place;
  if (!changeOperators.includes(operator)) return [];
  if (triggerType !== 'on_create' && triggerType !== 'on_delete') return [];
  const message = `${label}: ${operator} compares with the record before an update, which a rule on ${triggerType} does not have; use on_update`;
  return [fault(`${path}.operator`, message)];
}
