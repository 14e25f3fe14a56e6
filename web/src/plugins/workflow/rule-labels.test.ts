import { conditionOperatorValues } from '../../../../src/platform/types.js';
import { actionTypes } from '../../../../samples/erp/workflow/rules/rule.model.js';
import { conditionWords, summaryOf, triggerWords, suggestionsFor } from './rule-labels.js';
import { readRule } from './rule.js';

const ID = '8f223386-f5e9-5d3d-966f-ce5ba184c136';

test.each([
  [{ field_name: 'quantity', operator: 'less_than', value: 10 }, 'quantity is less than 10'],
  [{ field_name: 'status', operator: 'not_equals', value: 'void' }, 'status is not “void”'],
  [{ field_name: 'due', operator: 'less_than', value: '{{today}}' }, 'due is less than {{today}}'],
  [{ field_name: 'city', operator: 'in', value: ['Rom', 'Bern'] }, 'city is one of “Rom”, “Bern”'],
  [{ field_name: 'note', operator: 'is_null' }, 'note is empty'],
  [{ field_name: 'price', operator: 'changed' }, 'price has changed'],
  [{ field_name: 'a', operator: 'changed_from', previous_value: 'b' }, 'a has changed from “b”'],
  [{ field_name: 'a', operator: 'sounds_like', value: 'b' }, 'a sounds like “b”'],
])('%j reads as a sentence', (condition, words) => expect(conditionWords(condition)).toBe(words));

test.each(conditionOperatorValues)('the operator %s has words of its own', (operator) => {
  expect(conditionWords({ field_name: 'f', operator, value: 1 })).not.toContain('_');
});

test.each([
  ['on_create', 'When a row is created'],
  ['manual', 'When someone starts it'],
  ['on_merge', 'When a row on merge'],
  ['', 'When a row (not set)'],
])('the trigger %s is %s', (triggerType, words) => {
  expect(triggerWords({ triggerType })).toBe(words);
});

const action = (action_type: string, config: object, more = {}) =>
  summaryOf({ id: 'a', name: 'A', action_type, is_active: true, config: { ...config }, ...more });

test.each(actionTypes.map((type) => [type.type, type.example] as const))(
  'in one line: says what the example of %s does',
  (type, example) => {
    const words = action(type, example);
    expect(words.length).toBeGreaterThan(4);
    expect(words).not.toMatch(/undefined|\[object|_ /);
  },
);

const conditions = [
  { field_name: 'a', operator: 'is_null' },
  { field_name: 'b', operator: 'equals', value: 1 },
];
const four = ['a@b.example', 'Anna', ID, 'Bo'];
const recipients = { users: ['Anna Berg'], roles: [ID] };
const alert = { severity: 'high', title: 'Low', recipients };
const approval = { approvers: [ID, ID], approval_type: 'all', timeout_hours: 24 };
const field = { target_entity: 's.t', target_field: 'f' };
test.each([
  ['evaluate_condition', { conditions, logic_type: 'or' }, 'a is empty or b is 1'],
  ['send_email', { subject: 'Hi', recipients: four }, 'Hi → a@b.example, Anna and 2 more'],
  ['create_alert', alert, 'high · Low → Anna Berg and 1 more'],
  ['seek_approval', approval, 'Everyone must approve: 2 users or roles, within 24 h'],
  ['update_field', { ...field, new_value: 'x' }, 'Set f of s.t to “x”'],
  ['delay', {}, 'Wait'],
])('in one line: %s', (type, config, words) => expect(action(type, config).trim()).toBe(words));

test('in one line: of an unknown type is its description', () =>
  expect(action('fly', {}, { description: 'Up' })).toBe('Up'));

test('sentences are about what the rule has', () => {
  const decides = {
    name: 'Is it low?',
    action_type: 'evaluate_condition',
    config: { conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }] },
  };
  const alert = { name: 'Tell', action_type: 'create_alert', config: {} };
  const rule = readRule({ name: 'Low', is_active: true, actions: [decides, alert], edges: [] });
  expect(suggestionsFor(rule)).toEqual([
    'How does “Low” work?',
    'Set the threshold of quantity to 20',
    'Which alerts did this rule create?',
    'Switch this rule off',
  ]);
  expect(suggestionsFor(readRule({ name: 'Empty', is_active: false }))).toEqual([
    'How does “Empty” work?',
    'Switch this rule on',
    'Which other rules does this rule set off?',
  ]);
});
