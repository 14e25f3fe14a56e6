import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Writes down what happened. */
export const logAuditEntry: ActionType = {
  type: 'log_audit_entry',
  name: 'Log audit entry',
  description: 'Writes a line in the audit log.',
  category: 'data',
  ports: field.successOrFailure,
  configSchema: field.config(
    {
      entity_name: field.text('what the entry is about, such as sales.orders', 255),
      entity_id: field.idOrTemplate('the row it is about'),
      action: field.text('what was done, such as approved', 100),
      message: field.text('the text; may hold {{column}} templates'),
      metadata: field.freeObject('more facts to keep with the entry'),
    },
    ['entity_name', 'action', 'message'],
  ),
  example: {
    entity_name: 'sales.orders',
    entity_id: '{{id}}',
    action: 'approved',
    message: 'Order {{number}} was approved.',
  },
};
