import { roleId } from '../../erp/people.js';
import type { ActionTemplate } from '../reference/reference.model.js';

/** Ready-made actions of the sample. */
export const seedTemplates: readonly Omit<ActionTemplate, 'id'>[] = [
  {
    name: 'Low stock alert',
    description: 'A high alert to purchasing about stock that runs out',
    action_type: 'create_alert',
    tags: ['alert', 'inventory', 'stock'],
    config: {
      alert_type: 'low_stock',
      severity: 'high',
      title: 'Low stock',
      message: 'Only {{quantity}} units of product {{product_id}} are left.',
      recipients: { users: [], roles: [roleId('purchasing_agent')] },
      resolve_prior: true,
    },
  },
  {
    name: 'Critical alert to operations',
    description: 'A critical alert to the operations managers',
    action_type: 'create_alert',
    tags: ['alert', 'urgent'],
    config: {
      alert_type: 'urgent',
      severity: 'critical',
      title: 'Act now',
      message: 'Record {{id}} needs attention.',
      recipients: { users: [], roles: [roleId('operations_manager')] },
    },
  },
  {
    name: 'Mail to purchasing',
    description: 'A mail to everyone in purchasing',
    action_type: 'send_email',
    tags: ['email', 'purchasing'],
    config: {
      recipients: [roleId('purchasing_agent')],
      subject: 'Please look at {{number}}',
      body: 'There is something to do for {{number}}.',
    },
  },
  {
    name: 'Mail to the customer',
    description: 'A mail to the customer of the record',
    action_type: 'send_email',
    tags: ['email', 'customer', 'sales'],
    config: {
      recipients: ['{{email}}'],
      subject: 'News about your order',
      body: 'Dear {{name}}, there is news about your order.',
    },
  },
  {
    name: 'Notify the sales representative',
    description: 'A note in the application to who looks after the order',
    action_type: 'send_notification',
    tags: ['notification', 'sales', 'order'],
    config: {
      recipients: ['{{sales_rep_id}}'],
      channels: ['in_app'],
      title: 'Order {{number}}',
      message: 'Order {{number}} is now {{status}}.',
    },
  },
  {
    name: 'Approval by finance',
    description: 'Any finance controller decides within two days',
    action_type: 'seek_approval',
    tags: ['approval', 'finance'],
    config: {
      approvers: [roleId('finance_controller')],
      approval_type: 'any',
      timeout_hours: 48,
      approval_message: 'Please decide on {{number}} over {{total_amount}}.',
    },
  },
  {
    name: 'Quantity below ten',
    description: 'Branches on fewer than ten units',
    action_type: 'evaluate_condition',
    tags: ['condition', 'stock'],
    config: { conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }] },
  },
  {
    name: 'Amount above 1,000',
    description: 'Branches on a total above 1,000',
    action_type: 'evaluate_condition',
    tags: ['condition', 'order', 'amount'],
    config: { conditions: [{ field_name: 'total_amount', operator: 'greater_than', value: 1000 }] },
  },
  {
    name: 'Wait a day',
    description: 'Goes on 24 hours later',
    action_type: 'delay',
    tags: ['delay', 'time'],
    config: { duration: '24h' },
  },
  {
    name: 'Confirm a pending order',
    description: 'Moves an order from pending to confirmed',
    action_type: 'transition_status',
    tags: ['status', 'order'],
    config: {
      target_entity: 'sales.orders',
      status_field: 'status',
      to_status: 'confirmed',
      valid_from_statuses: ['pending'],
    },
  },
  {
    name: 'Audit entry',
    description: 'Writes down that the rule ran',
    action_type: 'log_audit_entry',
    tags: ['audit', 'log'],
    config: {
      entity_name: 'sales.orders',
      entity_id: '{{id}}',
      action: 'rule_ran',
      message: 'The rule ran on {{id}}.',
    },
  },
];
