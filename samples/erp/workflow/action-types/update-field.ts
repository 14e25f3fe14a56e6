import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Changes one column. */
export const updateField: ActionType = {
  type: 'update_field',
  name: 'Update field',
  description: 'Sets one column of the record, or of the rows that the conditions pick.',
  category: 'data',
  ports: field.successOrFailure,
  configSchema: field.config(
    {
      target_entity: field.entity('the table that is changed'),
      target_field: field.text('the column that is set', 100),
      new_value: { description: 'the value it gets; may be a template' },
      conditions: field.conditions('which rows; left out, the record that fired the rule'),
    },
    ['target_entity', 'target_field', 'new_value'],
  ),
  example: { target_entity: 'sales.orders', target_field: 'status', new_value: 'confirmed' },
};
