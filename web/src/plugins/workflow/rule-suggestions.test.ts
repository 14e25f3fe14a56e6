import { expect, test } from '@jest/globals';
import { readRule } from './rule.js';
import { suggestionsFor } from './rule-suggestions.js';

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
