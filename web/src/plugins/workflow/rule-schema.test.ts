import { expect, test } from '@jest/globals';
import { fieldsOf, type FormField } from '../../../../packages/client/src/forms/form-fields.js';
import type { Person } from './people.js';
import { ruleSchema } from './rule-schema.js';

const brief = ({ label, type, fields }: FormField): unknown =>
  fields === undefined ? `${label}: ${type}` : [label, fields.map(brief)];

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
  expect(fieldsOf(rule, ruleSchema(people, ['quantity', 'name'], 2)).map(brief)).toEqual([
    'Name: text',
    'Description: text',
    'Switched on: flag',
    'Table: text',
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
