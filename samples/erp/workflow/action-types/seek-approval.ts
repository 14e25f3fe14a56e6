import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Waits for people to decide. */
export const seekApproval: ActionType = {
  type: 'seek_approval',
  name: 'Seek approval',
  description:
    'Asks users or roles to approve and waits for their decision or for the time to run out.',
  category: 'approval',
  ports: [
    { name: 'approved', description: 'the approvers said yes' },
    { name: 'rejected', description: 'the approvers said no' },
    { name: 'timed_out', description: 'no decision within timeout_hours' },
    { name: 'failure', description: 'the question could not be put' },
  ],
  configSchema: field.config(
    {
      approvers: field.people('who decides: ids of users or roles'),
      approval_type: field.oneOf('how many must say yes', ['any', 'all', 'majority']),
      timeout_hours: field.whole('how long to wait', 1, 8760),
      escalation_user_id: field.id('who is asked when the time runs out'),
      approval_message: field.text('what the approvers read; may hold {{column}} templates'),
      display_fields: field.texts('columns of the record the approvers see'),
    },
    ['approvers', 'approval_type'],
  ),
  example: {
    approvers: ['{{manager_id}}'],
    approval_type: 'any',
    timeout_hours: 48,
    approval_message: 'Please approve order {{number}}.',
  },
};
