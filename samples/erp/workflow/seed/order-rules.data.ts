import { roleId, userId } from '../../erp/people.js';
import type { SeedRule } from './seed-rule.js';

/** Rules that watch customers and their orders. */
export const orderRules: readonly SeedRule[] = [
  {
    name: 'Order Approval',
    description: 'Orders of 3,000 EUR and more wait for finance before they are confirmed.',
    is_active: true,
    entity: 'sales.orders',
    trigger_type: 'on_create',
    trigger_conditions: [
      { field_name: 'total_amount', operator: 'greater_or_equal', value: 3000 },
      { field_name: 'status', operator: 'not_equals', value: 'cancelled' },
    ],
    author: 'hannah.weiss',
    madeDaysAgo: 160,
    actions: [
      {
        name: 'Ask Finance',
        action_type: 'seek_approval',
        config: {
          approvers: [roleId('finance_controller')],
          approval_type: 'any',
          timeout_hours: 24,
          escalation_user_id: userId('maria.keller'),
          approval_message: 'Please approve order {{number}} over {{total_amount}} {{currency}}.',
          display_fields: ['number', 'customer_id', 'total_amount', 'priority'],
        },
      },
      {
        name: 'Confirm Order',
        action_type: 'transition_status',
        after: 'Ask Finance:approved',
        config: {
          target_entity: 'sales.orders',
          status_field: 'status',
          to_status: 'confirmed',
          valid_from_statuses: ['pending', 'on_hold'],
        },
      },
      {
        name: 'Cancel Order',
        action_type: 'update_field',
        after: 'Ask Finance:rejected',
        config: {
          target_entity: 'sales.orders',
          target_field: 'status',
          new_value: 'cancelled',
          conditions: [{ field_name: 'id', operator: 'equals', value: '{{id}}' }],
        },
      },
      {
        name: 'Tell Representative',
        action_type: 'send_notification',
        after: 'Cancel Order',
        config: {
          recipients: ['{{sales_rep_id}}'],
          channels: ['in_app', 'email'],
          title: 'Order {{number}} was rejected',
          message: 'Finance did not approve order {{number}}.',
        },
      },
      {
        name: 'Alert Operations',
        action_type: 'create_alert',
        after: 'Ask Finance:timed_out',
        config: {
          alert_type: 'approval_overdue',
          severity: 'high',
          title: 'Order {{number}} still waits for approval',
          message: 'Nobody decided on order {{number}} within a day.',
          recipients: { users: [userId('maria.keller')], roles: [roleId('finance_controller')] },
        },
      },
    ],
  },
  {
    name: 'Big Order Notification',
    description: 'Tells the head of sales about every order above 5,000 EUR.',
    is_active: true,
    entity: 'sales.orders',
    trigger_type: 'on_create',
    trigger_conditions: [{ field_name: 'total_amount', operator: 'greater_than', value: 5000 }],
    author: 'lukas.hoffmann',
    madeDaysAgo: 155,
    actions: [
      {
        name: 'Notify Head of Sales',
        action_type: 'send_notification',
        config: {
          recipients: [userId('lukas.hoffmann')],
          channels: ['in_app', 'push'],
          title: 'Big order {{number}}',
          message: 'Order {{number}} is worth {{total_amount}} {{currency}}.',
          priority: 'high',
        },
      },
      {
        name: 'Log Big Order',
        action_type: 'log_audit_entry',
        after: 'Notify Head of Sales',
        config: {
          entity_name: 'sales.orders',
          entity_id: '{{id}}',
          action: 'big_order',
          message: 'Order {{number}} over {{total_amount}} {{currency}} was placed.',
        },
      },
    ],
  },
  {
    name: 'Credit Limit Watch',
    description: "Puts an order on hold when it alone exceeds the customer's credit limit.",
    is_active: true,
    entity: 'sales.orders',
    trigger_type: 'on_create',
    trigger_conditions: [],
    author: 'hannah.weiss',
    madeDaysAgo: 130,
    actions: [
      {
        name: 'Find Customer',
        action_type: 'lookup_entity',
        config: {
          entity: 'sales.customers',
          filter: { id: '{{customer_id}}' },
          fields: ['name', 'credit_limit'],
          output_key: 'customer',
        },
      },
      {
        name: 'Compare With Limit',
        action_type: 'evaluate_condition',
        after: 'Find Customer:found',
        config: {
          conditions: [
            {
              field_name: 'total_amount',
              operator: 'greater_than',
              value: '{{customer.credit_limit}}',
            },
          ],
        },
      },
      {
        name: 'Put On Hold',
        action_type: 'transition_status',
        after: 'Compare With Limit:true',
        config: {
          target_entity: 'sales.orders',
          status_field: 'status',
          to_status: 'on_hold',
          valid_from_statuses: ['pending', 'confirmed'],
        },
      },
      {
        name: 'Alert Finance',
        action_type: 'create_alert',
        after: 'Put On Hold:success',
        config: {
          alert_type: 'credit_limit',
          severity: 'critical',
          title: '{{customer.name}} is over the credit limit',
          message:
            'Order {{number}} over {{total_amount}} exceeds the limit of {{customer.credit_limit}}.',
          recipients: { users: [], roles: [roleId('finance_controller')] },
        },
      },
    ],
  },
  {
    name: 'Order Cancelled Follow-up',
    description: 'Tells the representative and writes the audit log when an order is cancelled.',
    is_active: true,
    entity: 'sales.orders',
    trigger_type: 'on_update',
    trigger_conditions: [{ field_name: 'status', operator: 'changed_to', value: 'cancelled' }],
    author: 'karin.vogel',
    madeDaysAgo: 100,
    actions: [
      {
        name: 'Log Cancellation',
        action_type: 'log_audit_entry',
        config: {
          entity_name: 'sales.orders',
          entity_id: '{{id}}',
          action: 'cancelled',
          message: 'Order {{number}} was cancelled.',
        },
      },
      {
        name: 'Tell Representative',
        action_type: 'send_notification',
        after: 'Log Cancellation',
        config: {
          recipients: ['{{sales_rep_id}}'],
          channels: ['in_app'],
          title: 'Order {{number}} was cancelled',
          message: 'Please ask the customer for the reason.',
        },
      },
    ],
  },
  {
    name: 'New Customer Welcome',
    description: 'Greets a new customer a day later and tells sales.',
    is_active: true,
    entity: 'sales.customers',
    trigger_type: 'on_create',
    trigger_conditions: [{ field_name: 'is_active', operator: 'equals', value: true }],
    author: 'emma.johansson',
    madeDaysAgo: 110,
    actions: [
      { name: 'Wait a Day', action_type: 'delay', config: { duration: '1d' } },
      {
        name: 'Send Welcome',
        action_type: 'send_email',
        after: 'Wait a Day',
        config: {
          recipients: ['{{email}}'],
          cc: ['emma.johansson@sextant.example'],
          subject: 'Welcome, {{name}}',
          body: '<p>Thank you for choosing us, {{name}}.</p>',
          is_html: true,
          reply_to: 'emma.johansson@sextant.example',
        },
      },
      {
        name: 'Alert Bad Address',
        action_type: 'create_alert',
        after: 'Send Welcome:failure',
        config: {
          alert_type: 'mail_failed',
          severity: 'low',
          title: 'No mail to {{name}}',
          message: 'The welcome mail to {{email}} could not be sent.',
          recipients: { users: [userId('emma.johansson')], roles: [] },
        },
      },
    ],
  },
];
