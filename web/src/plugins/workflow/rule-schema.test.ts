import { expect, test } from '@jest/globals';
import { fieldsOf, type FormField } from '../../../../packages/client/src/forms/form-fields.js';
import type { Person } from './people.js';
import { ruleSchema, tablesIn } from './rule-schema.js';

const brief = ({ label, type, fields }: FormField): unknown =>
  fields === undefined ? `${label}: ${type}` : [label, fields.map(brief)];

test('a step that is the only one has pickers too', () => {
  const config = { recipients: { roles: ['r1'] } };
  const rule = { name: 'Low stock', actions: [{ id: 'temp:0', name: 'Alert', config }] };
  const people: Person[] = [
    { id: 'r1', kind: 'role', name: 'finance' },
    { id: 'u1', kind: 'user', name: 'Anna Berg' },
  ];
  const fields = fieldsOf(rule, ruleSchema(rule, people, { names: [], columnsOf: () => [] }));
  expect(JSON.stringify(fields.map(brief))).toContain('"Roles: several","People: several"');
});

test('a rule is edited by what people know of it: no ids, no arrows, and people by name', () => {
  const rule = {
    name: 'Low stock',
    description: '',
    is_active: true,
    entity: 'inventory.inventory_items',
    trigger_type: 'on_update',
    trigger_conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }],
    actions: [
      {
        id: 'temp:0',
        name: 'Alert',
        action_type: 'create_alert',
        is_active: true,
        config: { title: 'Low', severity: 'high', recipients: { roles: ['r1'], users: [] } },
      },
      { id: 'temp:1', name: 'Mail', action_type: 'send_email', config: { recipients: ['r1'] } },
    ],
    edges: [],
  };
  const people: Person[] = [
    { id: 'r1', kind: 'role', name: 'finance' },
    { id: 'u1', kind: 'user', name: 'Anna Berg' },
  ];
  const tables = {
    names: ['inventory.inventory_items'],
    columnsOf: () => ['quantity', 'name'],
  };
  expect(fieldsOf(rule, ruleSchema(rule, people, tables)).map(brief)).toEqual([
    'Name: text',
    'Description: text',
    'Switched on: flag',
    'Table: choice',
    'Trigger: choice',
    [
      'Conditions (all must hold)',
      [['1', ['Field: choice', 'Comparison: choice', 'Value: scalar']]],
    ],
    [
      'Steps',
      [
        [
          'Alert',
          [
            'Name: text',
            'Description: text',
            'Switched on: flag',
            [
              'Settings',
              [
                'Severity: choice',
                ['Recipients', ['Roles: several', 'People: several']],
                'Title: text',
              ],
            ],
          ],
        ],
        [
          'Mail',
          [
            'Name: text',
            'Description: text',
            'Switched on: flag',
            ['Settings', ['Recipients: several']],
          ],
        ],
      ],
    ],
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
    one?.fields?.map(({ path, type, choices }) => [
      `${path.at(-1)}: ${type}`,
      ...(choices ?? []).map(({ label }) => label),
    ]),
  );
  const names = ['a.orders', 'b.items'];
  expect(picks).toEqual([
    [
      ['target_entity: choice', ...names],
      ['target_field: choice', 'sku', 'state'],
      ['new_value: number'],
    ],
    [
      ['target_entity: choice', ...names],
      ['status_field: choice', 'sku', 'state'],
      ['to_status: text'],
    ],
    [['entity: choice', ...names], ['fields: several', 'sku', 'state'], ['filter: group']],
    [['display_fields: several', 'total']],
    [['target_entity: text'], ['target_field: text'], ['fields: group']],
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
  expect(drawn?.fields?.map(({ label, type, removable }) => [label, type, removable])).toEqual([
    ['Status', 'scalar', true],
    ['Gone', 'number', true],
  ]);
});
