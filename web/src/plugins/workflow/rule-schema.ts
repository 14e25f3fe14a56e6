import type { JsonObject } from '../../../../src/foundation/json.js';
import { nameOf, type Person } from './people.js';
import { OPERATORS } from './rule-labels.js';
import { t } from './texts.js';

const HIDDEN = { readOnly: true };

/** The schema of a rule of a table with these columns, and with so many steps; steps come and go in the chat, which also connects them. */
export function ruleSchema(
  people: readonly Person[],
  columns: readonly string[],
  steps: number,
): JsonObject {
  return {
    required: ['name'],
    properties: {
      name: { type: 'string', title: t('Name') },
      description: { type: 'string', title: t('Description') },
      is_active: { type: 'boolean', title: t('Switched on') },
      entity: { type: 'string', title: t('Table') },
      trigger_type: { title: t('Trigger'), oneOf: TRIGGERS() },
      trigger_conditions: conditionsSchema(t('Conditions (all must hold)'), columns),
      actions: {
        title: t('Steps'),
        minItems: steps,
        maxItems: steps,
        items: {
          properties: {
            id: HIDDEN,
            name: { type: 'string', title: t('Name') },
            action_type: HIDDEN,
            description: { type: 'string', title: t('Description') },
            is_active: { type: 'boolean', title: t('Switched on') },
            config: configSchema(people, columns),
          },
        },
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
  const [field, first] =
    columns.length === 0 ? [{ type: 'string' }, { field_name: '' }] : [{ enum: [...columns] }, {}];
  return {
    title,
    items: {
      default: { ...first, operator: 'equals', value: '' },
      required: ['field_name', 'operator'],
      properties: {
        field_name: { ...field, title: t('Field') },
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
function configSchema(people: readonly Person[], columns: readonly string[]): JsonObject {
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
      severity: { enum: ['low', 'medium', 'high', 'critical'] },
    },
  };
}

function choicesOf(people: readonly Person[], kind: Person['kind'] | undefined) {
  return people
    .filter((person) => kind === undefined || person.kind === kind)
    .map((person) => ({ const: person.id, title: nameOf(person) }));
}
