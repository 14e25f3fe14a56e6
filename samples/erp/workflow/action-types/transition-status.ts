import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Moves a record from one status to the next. */
export const transitionStatus: ActionType = {
  type: 'transition_status',
  name: 'Transition status',
  description: 'Sets a status column when the present status allows the step.',
  category: 'data',
  ports: [
    { name: 'success', description: 'the status was set' },
    { name: 'invalid_transition', description: 'the present status does not allow the step' },
    { name: 'failure', description: 'it could not be set' },
  ],
  configSchema: field.config(
    {
      target_entity: field.entity('the table whose row moves'),
      target_id: field.idOrTemplate('the row; left out, the record that fired the rule'),
      status_field: field.text('the status column', 100),
      to_status: field.text('the new status', 100),
      valid_from_statuses: field.texts('the statuses the step may start from'),
    },
    ['target_entity', 'status_field', 'to_status', 'valid_from_statuses'],
  ),
  example: {
    target_entity: 'sales.orders',
    status_field: 'status',
    to_status: 'confirmed',
    valid_from_statuses: ['pending'],
  },
};
