import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Branches on the record. */
export const evaluateCondition: ActionType = {
  type: 'evaluate_condition',
  name: 'Evaluate condition',
  description: "Compares the record's fields and branches on true or false.",
  category: 'control',
  ports: [
    { name: 'true', description: 'the conditions hold' },
    { name: 'false', description: 'they do not hold' },
  ],
  configSchema: field.config(
    {
      conditions: field.conditions('the comparisons'),
      logic_type: field.oneOf('whether all (and) or one (or) must hold; left out, all', [
        'and',
        'or',
      ]),
    },
    ['conditions'],
  ),
  example: {
    conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }],
    logic_type: 'and',
  },
};
