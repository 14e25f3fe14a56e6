import { roleId, userId } from '../../erp/people.js';
import type { SeedRule } from './seed-rule.js';

/** Rules that watch suppliers and purchase orders. */
export const supplierRules: readonly SeedRule[] = [
  {
    name: 'Supplier Late Delivery',
    description: 'Reminds the supplier and warns purchasing when goods are overdue.',
    is_active: true,
    entity: 'procurement.purchase_orders',
    trigger_type: 'on_update',
    trigger_conditions: [
      { field_name: 'expected_on', operator: 'less_than', value: '{{today}}' },
      {
        field_name: 'status',
        operator: 'in',
        value: ['submitted', 'confirmed', 'partially_received'],
      },
    ],
    author: 'anna.lindqvist',
    madeDaysAgo: 145,
    actions: [
      {
        name: 'Find Supplier',
        action_type: 'lookup_entity',
        config: {
          entity: 'procurement.suppliers',
          filter: { id: '{{supplier_id}}' },
          fields: ['name', 'email', 'lead_time_days'],
          output_key: 'supplier',
        },
      },
      {
        name: 'Remind Supplier',
        action_type: 'send_email',
        after: 'Find Supplier:found',
        config: {
          recipients: ['{{supplier.email}}'],
          subject: 'Purchase order {{number}} is overdue',
          body: 'Dear {{supplier.name}}, we expected {{number}} on {{expected_on}}. When will it arrive?',
        },
      },
      {
        name: 'Alert Purchasing',
        action_type: 'create_alert',
        after: ['Find Supplier:not_found', 'Remind Supplier:success', 'Remind Supplier:failure'],
        config: {
          alert_type: 'late_delivery',
          severity: 'medium',
          title: '{{number}} is late',
          message: 'Purchase order {{number}} was expected on {{expected_on}}.',
          recipients: { users: [userId('anna.lindqvist')], roles: [roleId('purchasing_agent')] },
          resolve_prior: true,
        },
      },
    ],
  },
  {
    name: 'Purchase Order Approval',
    description: 'Purchase orders above 2,000 EUR need a majority of finance.',
    is_active: true,
    entity: 'procurement.purchase_orders',
    trigger_type: 'on_update',
    trigger_conditions: [
      { field_name: 'status', operator: 'changed_to', value: 'submitted' },
      { field_name: 'total_amount', operator: 'greater_than', value: 2000 },
    ],
    author: 'hannah.weiss',
    madeDaysAgo: 135,
    actions: [
      {
        name: 'Ask Controllers',
        action_type: 'seek_approval',
        config: {
          approvers: [roleId('finance_controller')],
          approval_type: 'majority',
          timeout_hours: 48,
          approval_message: 'Purchase order {{number}} over {{total_amount}} {{currency}}.',
        },
      },
      {
        name: 'Confirm Purchase',
        action_type: 'transition_status',
        after: 'Ask Controllers:approved',
        config: {
          target_entity: 'procurement.purchase_orders',
          status_field: 'status',
          to_status: 'confirmed',
          valid_from_statuses: ['submitted'],
        },
      },
      {
        name: 'Back To Draft',
        action_type: 'transition_status',
        after: 'Ask Controllers:rejected',
        config: {
          target_entity: 'procurement.purchase_orders',
          status_field: 'status',
          to_status: 'draft',
          valid_from_statuses: ['submitted'],
        },
      },
      {
        name: 'Tell Buyer',
        action_type: 'send_notification',
        after: ['Confirm Purchase', 'Back To Draft', 'Ask Controllers:timed_out'],
        config: {
          recipients: ['{{ordered_by}}'],
          channels: ['in_app', 'email'],
          title: 'Decision on {{number}}',
          message: 'Please look at purchase order {{number}}.',
        },
      },
    ],
  },
  {
    name: 'Supplier Removed Audit',
    description: 'Keeps a trace of every supplier that is deleted.',
    is_active: true,
    entity: 'procurement.suppliers',
    trigger_type: 'on_delete',
    trigger_conditions: [],
    author: 'aisha.rahman',
    madeDaysAgo: 80,
    actions: [
      {
        name: 'Log Removal',
        action_type: 'log_audit_entry',
        config: {
          entity_name: 'procurement.suppliers',
          entity_id: '{{id}}',
          action: 'deleted',
          message: 'Supplier {{code}} ({{name}}) was removed.',
        },
      },
    ],
  },
];
