import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import type { Entities } from '../../library/queries.js';
import { nameOf, type Person } from './people.js';
import { OPERATORS } from './rule-labels.js';
import { t } from './texts.js';

const HIDDEN = { readOnly: true };

/** The tables that a rule names: the one it watches, and those that its steps read and write. */
export function tablesIn({ entity, actions }: JsonObject): string[] {
  const steps = Array.isArray(actions) ? actions.map((step) => tableOf(step)) : [];
  return [...new Set([entity, ...steps].filter((name) => typeof name === 'string'))];
}

/** The table that a step names in its settings. */
function tableOf(step: unknown): string | undefined {
  const config: unknown = isObject(step) ? step['config'] : undefined;
  const { target_entity: written, entity: read } = isObject(config) ? config : {};
  return [written, read].find((name) => typeof name === 'string');
}

/** The schema of this rule; its steps come and go in the chat, which also connects them. */
export function ruleSchema(
  { entity, actions }: JsonObject,
  people: readonly Person[],
  tables: Entities,
): JsonObject {
  const steps: readonly unknown[] = Array.isArray(actions) ? actions : [];
  const own = typeof entity === 'string' ? tables.columnsOf(entity) : [];
  return {
    required: ['name'],
    properties: {
      name: { type: 'string', title: t('Name') },
      description: { type: 'string', title: t('Description') },
      is_active: { type: 'boolean', title: t('Switched on') },
      entity: { ...picked(tables.names), title: t('Table') },
      trigger_type: { title: t('Trigger'), oneOf: TRIGGERS() },
      trigger_conditions: conditionsSchema(t('Conditions (all must hold)'), own),
      actions: {
        title: t('Steps'),
        minItems: steps.length,
        maxItems: steps.length,
        prefixItems: steps.map((step) => ({
          properties: {
            id: HIDDEN,
            name: { type: 'string', title: t('Name') },
            action_type: HIDDEN,
            description: { type: 'string', title: t('Description') },
            is_active: { type: 'boolean', title: t('Switched on') },
            config: configSchema(people, tables, own, tableOf(step)),
          },
        })),
      },
      id: HIDDEN,
      edges: HIDDEN,
    },
  };
}

const TRIGGERS = () => [
  { const: 'on_create', title: t('When a row is created') },
  { const: 'on_update', title: t('When a row is updated') },
  { const: 'on_delete', title: t('When a row is deleted') },
  { const: 'manual', title: t('When someone starts it') },
];

function conditionsSchema(title: string, columns: readonly string[]): JsonObject {
  // A condition that is added begins with no field: which one is picked.
  const first = columns.length === 0 ? { field_name: '' } : {};
  return {
    title,
    items: {
      default: { ...first, operator: 'equals', value: '' },
      required: ['field_name', 'operator'],
      properties: {
        field_name: { ...picked(columns), title: t('Field') },
        operator: {
          title: t('Comparison'),
          oneOf: Object.entries(OPERATORS()).map(([value, title]) => ({ const: value, title })),
        },
        value: { type: ['string', 'number'], title: t('Value') },
      },
    },
  };
}

/** The settings of any step: only those that are there are shown, people by their names. */
function configSchema(
  people: readonly Person[],
  tables: Entities,
  own: readonly string[],
  target: string | undefined,
): JsonObject {
  const columns = target === undefined ? own : tables.columnsOf(target);
  const table = { ...picked(tables.names), title: t('Table') };
  const several = (title: string, kind?: 'role' | 'user') => ({
    title,
    items: { oneOf: choicesOf(people, kind) },
  });
  return {
    title: t('Settings'),
    'x-known': {
      recipients: {
        ...several(t('Recipients')),
        properties: { roles: several(t('Roles'), 'role'), users: several(t('People'), 'user') },
      },
      approvers: several(t('Approvers')),
      conditions: conditionsSchema(t('Conditions'), columns),
      target_entity: table,
      entity: table,
      entity_name: table,
      target_field: { ...picked(columns), title: t('Field') },
      status_field: picked(columns),
      fields: { items: picked(columns), ...valuesOf(columns) },
      filter: valuesOf(columns),
      display_fields: { items: picked(own) },
      severity: { enum: ['low', 'medium', 'high', 'critical'] },
    },
  };
}

/** Values by columns: of those that have none yet, one can be picked. */
function valuesOf(columns: readonly string[]): JsonObject {
  const value = { type: ['string', 'number'] };
  return { 'x-more': true, 'x-known': Object.fromEntries(columns.map((name) => [name, value])) };
}

/** One of these names; a text where they are not known. */
function picked(names: readonly string[]): JsonObject {
  return names.length === 0 ? { type: 'string' } : { enum: [...names] };
}

function choicesOf(people: readonly Person[], kind: Person['kind'] | undefined) {
  return people
    .filter((person) => kind === undefined || person.kind === kind)
    .map((person) => ({ const: person.id, title: nameOf(person) }));
}
