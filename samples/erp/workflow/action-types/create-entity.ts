import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Adds a row. */
export const createEntity: ActionType = {
  type: 'create_entity',
  name: 'Create entity',
  description: 'Adds a row to a business table.',
  category: 'data',
  ports: field.successOrFailure,
  configSchema: field.config(
    {
      target_entity: field.entity('the table that gets the row'),
      fields: field.freeObject('column names and their values; values may be templates', 1),
    },
    ['target_entity', 'fields'],
  ),
  example: {
    target_entity: 'procurement.purchase_orders',
    fields: { supplier_id: '{{supplier_id}}', status: 'draft' },
  },
};
