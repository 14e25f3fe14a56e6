import type { ErrorDetail } from '../../../../../src/foundation/errors.js';
import { isUuid } from '../../../../../src/foundation/ids.js';
import { type JsonObject, asList, asObject } from '../../../../../src/foundation/json.js';
import type { Action, Condition } from '../../../../../src/platform/types.js';
import { compileSchema, placed, schemaProblems, fault } from '../../../shared/schema-problems.js';
import { actionTypes, findActionType, type RuleGraph } from '../../rules/rule.model.js';
import { type RuleCheck, called, checkCondition } from './head.js';

export const actionTypesExist: RuleCheck = (rule) =>
  rule.actions.flatMap((action, index) => {
    if (findActionType(action.action_type) !== undefined) return [];
    const allowed = actionTypes.map((type) => type.type);
    const message = `${called(action)}: there is no action type "${action.action_type}"; the types are ${allowed.join(', ')}`;
    return [fault(`actions[${index}].action_type`, message, allowed)];
  });

export const configsMatch: RuleCheck = (rule) =>
  rule.actions.flatMap((action, index) => {
    const schema = findActionType(action.action_type)?.config_schema;
    if (schema === undefined) return [];
    const label = `${called(action)} (${action.action_type})`;
    return schemaProblems(compileSchema(schema), action.config).map((problem) =>
      placed(problem, `actions[${index}].config`, label),
    );
  });

/** Conditions inside actions compare columns that exist: of the rule's entity, or of the table they update. */
export const configConditionsValid: RuleCheck = (rule, knowledge) =>
  rule.actions.flatMap((action, index) => {
    const entity = subjectOf(action, rule);
    if (entity === undefined) return [];
    return conditionsOf(action).flatMap((condition, position) =>
      checkCondition(condition, {
        path: `actions[${index}].config.conditions[${position}]`,
        label: `${called(action)}, condition ${position + 1}`,
        entity,
        columns: knowledge.columnsOf(entity),
        outputKeys: outputKeys(rule),
        triggerType: rule.trigger_type,
      }),
    );
  });

function subjectOf({ action_type: type, config }: Action, rule: RuleGraph): string | undefined {
  if (type === 'evaluate_condition') return rule.entity;
  if (type === 'update_field' && typeof config.target_entity === 'string')
    return config.target_entity;
  return undefined;
}

/** Only conditions of the right shape: the schema check reports the others. */
function conditionsOf({ config }: Action): Condition[] {
  return asList(config.conditions).filter((item): item is Condition => {
    const condition = item as Partial<Condition> | null;
    return typeof condition?.field_name === 'string' && typeof condition.operator === 'string';
  });
}

function outputKeys(rule: RuleGraph): string[] {
  return rule.actions
    .filter((action) => action.action_type === 'lookup_entity')
    .map((action) => action.config.output_key)
    .filter((key) => typeof key === 'string');
}

/** Which config field names a table, and which fields hold a column of it, a list of them, or have them as keys. */
interface Target {
  entity: string;
  columns: Readonly<Record<string, 'one' | 'list' | 'keys'>>;
}

const targets: Readonly<Record<string, Target>> = {
  create_entity: { entity: 'target_entity', columns: { fields: 'keys' } },
  update_field: { entity: 'target_entity', columns: { target_field: 'one' } },
  lookup_entity: { entity: 'entity', columns: { fields: 'list', filter: 'keys' } },
  transition_status: { entity: 'target_entity', columns: { status_field: 'one' } },
};

export const configTargetsExist: RuleCheck = (rule, knowledge) =>
  rule.actions.flatMap((action, index) => {
    const target = targets[action.action_type];
    const entity = target && action.config[target.entity];
    if (target === undefined || typeof entity !== 'string') return [];
    const path = `actions[${index}].config`;
    const columns = knowledge.columnsOf(entity).map((column) => column.name);
    if (columns.length === 0) {
      const allowed = knowledge.entities.map((known) => known.name);
      const message = `${called(action)}: ${target.entity} "${entity}" does not exist; the entities are ${allowed.join(', ')}`;
      return [fault(`${path}.${target.entity}`, message, allowed)];
    }
    return Object.entries(target.columns)
      .flatMap(([field, how]) => namedColumns(action.config[field], field, how))
      .filter(({ name }) => !columns.includes(name))
      .map(({ name, field }) => {
        const message = `${called(action)}: ${entity} has no column "${name}"; its columns are ${columns.join(', ')}`;
        return fault(`${path}.${field}`, message, columns);
      });
  });

function namedColumns(
  value: unknown,
  field: string,
  how: 'one' | 'list' | 'keys',
): { name: string; field: string }[] {
  if (how === 'one') return typeof value === 'string' ? [{ name: value, field }] : [];
  if (how === 'list')
    return asList(value).map((name, i) => ({ name: String(name), field: `${field}[${i}]` }));
  return Object.keys(asObject(value)).map((name) => ({ name, field: `${field}.${name}` }));
}

type Kind = 'user' | 'role';

/** An id in a config, where it stands, and what it must belong to (either, when it says nothing). */
interface Mention {
  id: string;
  field: string;
  kind: Kind | undefined;
}

export const peopleExist: RuleCheck = (rule, { kindOfPerson }) =>
  rule.actions.flatMap((action, index) =>
    mentionsOf(action.config).flatMap((mention): ErrorDetail[] => {
      if (!isUuid(mention.id)) return []; // a template, a mail address, or the schema's to report
      const wrong = faultOf(mention, kindOfPerson(mention.id));
      if (wrong === undefined) return [];
      return [fault(`actions[${index}].config.${mention.field}`, `${called(action)}: ${wrong}`)];
    }),
  );

function faultOf({ id, kind }: Mention, actual: Kind | undefined): string | undefined {
  if (actual === undefined)
    return `no ${kind ?? 'user or role'} has the id "${id}"; find ids with GET /v1/core/users?search= and GET /v1/core/roles?search=`;
  if (kind === undefined || kind === actual) return undefined;
  return `the id "${id}" belongs to a ${actual}, but a ${kind} is wanted here`;
}

const lists = ['recipients', 'cc', 'bcc', 'approvers'] as const;

function mentionsOf(config: JsonObject): Mention[] {
  const { recipients, escalation_user_id: escalation } = config;
  const { users, roles } = asObject(recipients);
  const single = typeof escalation === 'string' ? escalation : undefined;
  return [
    ...lists.flatMap((field) => mentions(config[field], field)),
    ...mentions(users, 'recipients.users', 'user'),
    ...mentions(roles, 'recipients.roles', 'role'),
    ...(single ? [{ id: single, field: 'escalation_user_id', kind: 'user' as const }] : []),
  ];
}

function mentions(value: unknown, field: string, kind?: Kind): Mention[] {
  return asList(value).flatMap((id, i) =>
    typeof id === 'string' ? [{ id, field: `${field}[${i}]`, kind }] : [],
  );
}
