import { fieldsOf, type FormField } from '../../../../packages/client/src/forms/form-fields.js';
import type { Person } from './people.js';
import { ruleSchema, tablesIn } from './rule-schema.js';

/** Every field as the labels on the way to it, and its type. */
const brief = ({ label, type, fields }: FormField): string[] =>
  fields?.flatMap(brief).map((one) => `${label} / ${one}`) ?? [`${label}: ${type}`];
const PEOPLE: Person[] = [
  { id: 'r1', kind: 'role', name: 'finance' },
  { id: 'u1', kind: 'user', name: 'Anna Berg' },
];

test('a step that is the only one has pickers too', () => {
  const config = { recipients: { roles: ['r1'] } };
  const rule = { name: 'Low stock', actions: [{ id: 'temp:0', name: 'Alert', config }] };
  const schema = ruleSchema(rule, PEOPLE, { names: [], columnsOf: () => [] });
  const found = fieldsOf(rule, schema).flatMap(brief).join();
  expect(found).toMatch(/Roles: several,[^,]*People: several/);
});

test('a rule is edited by what people know of it: no ids, no arrows, and people by name', () => {
  const names = ['inventory.inventory_items'];
  const alert = { title: 'Low', severity: 'high', recipients: { roles: ['r1'], users: [] } };
  const rule = {
    name: 'Low stock',
    description: '',
    is_active: true,
    entity: names[0],
    edges: [],
    trigger_type: 'on_update',
    trigger_conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }],
    actions: [
      { id: 'temp:0', name: 'Alert', action_type: 'create_alert', is_active: true, config: alert },
      { id: 'temp:1', name: 'Mail', action_type: 'send_email', config: { recipients: ['r1'] } },
    ],
  };
  const schema = ruleSchema(rule, PEOPLE, { names, columnsOf: () => ['quantity', 'name'] });
  expect(fieldsOf(rule, schema).flatMap(brief)).toEqual([
    'Name: text',
    'Description: text',
    'Switched on: flag',
    'Table: choice',
    'Trigger: choice',
    'Conditions (all must hold) / 1 / Field: choice',
    'Conditions (all must hold) / 1 / Comparison: choice',
    'Conditions (all must hold) / 1 / Value: scalar',
    'Steps / Alert / Name: text',
    'Steps / Alert / Description: text',
    'Steps / Alert / Switched on: flag',
    'Steps / Alert / Settings / Severity: choice',
    'Steps / Alert / Settings / Recipients / Roles: several',
    'Steps / Alert / Settings / Recipients / People: several',
    'Steps / Alert / Settings / Title: text',
    'Steps / Mail / Name: text',
    'Steps / Mail / Description: text',
    'Steps / Mail / Switched on: flag',
    'Steps / Mail / Settings / Recipients: several',
  ]);
});

test('what a step names is picked from its own table', () => {
  const columns: Record<string, string[]> = { 'a.orders': ['total'], 'b.items': ['sku', 'state'] };
  const tables = { names: Object.keys(columns), columnsOf: (name: string) => columns[name] ?? [] };
  const step = (config: object) => ({ id: 'x', name: 'Step', action_type: 'any', config });
  const rule = {
    entity: 'a.orders',
    actions: [
      step({ target_entity: 'b.items', target_field: 'sku', new_value: 1 }),
      step({ target_entity: 'b.items', status_field: 'state', to_status: 'done' }),
      step({ entity: 'b.items', fields: ['sku'], filter: { sku: 1 } }),
      step({ display_fields: ['total'] }),
      step({ target_entity: 'c.unknown', target_field: 'sku', fields: { sku: 1 } }),
    ],
  };
  expect(tablesIn(rule)).toEqual(['a.orders', 'b.items', 'c.unknown']);
  const fields = fieldsOf(rule, ruleSchema(rule, [], tables));
  const steps = fields.find(({ path }) => path[0] === 'actions')?.fields ?? [];
  const settings = steps.map((one) => one.fields?.find(({ path }) => path.at(-1) === 'config'));
  const picks = settings.map((one) =>
    one?.fields?.map(({ path, type, choices = [] }) =>
      [`${path.at(-1)}: ${type}`, ...choices.map(({ label }) => label)].join(' '),
    ),
  );
  expect(picks).toEqual([
    [
      'target_entity: choice a.orders b.items',
      'target_field: choice sku state',
      'new_value: number',
    ],
    ['target_entity: choice a.orders b.items', 'status_field: choice sku state', 'to_status: text'],
    ['entity: choice a.orders b.items', 'fields: several sku state', 'filter: group'],
    ['display_fields: several total'],
    ['target_entity: text', 'target_field: text', 'fields: group'],
  ]);
});

test('the columns that a step fills are picked from its table, and each can be taken away', () => {
  const config = { target_entity: 'sales.orders', fields: { status: 'open', gone: 1 } };
  const rule = { name: 'New', entity: 'a.b', actions: [{ name: 'Make', config }] };
  const columnsOf = (entity: string) => (entity === 'sales.orders' ? ['status', 'total'] : []);
  const find = (fields: readonly FormField[]): FormField | undefined =>
    fields
      .map((field) => (field.path.at(-1) === 'fields' ? field : find(field.fields ?? [])))
      .find(Boolean);
  const drawn = find(fieldsOf(rule, ruleSchema(rule, [], { names: [], columnsOf })));
  expect(drawn?.names).toEqual(['total']);
  const inner = drawn?.fields?.map(({ label, type, removable }) => `${label} ${type} ${removable}`);
  expect(inner).toEqual(['Status scalar true', 'Gone number true']);
});
