import { roleId, userId } from '../../erp/people.js';
import type { SeedRule } from './seed-rule.js';

/** Rules that watch products and stock. */
export const stockRules: readonly SeedRule[] = [
  {
    name: 'Low Stock Alert',
    description: 'Warns purchasing and the operations manager when a lot is nearly used up.',
    is_active: true,
    entity: 'inventory.inventory_items',
    trigger_type: 'on_update',
    trigger_conditions: [{ field_name: 'quantity', operator: 'changed' }],
    author: 'maria.keller',
    madeDaysAgo: 150,
    actions: [
      {
        name: 'Check Quantity',
        action_type: 'evaluate_condition',
        description: 'Fewer than ten units left',
        config: {
          conditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }],
          logic_type: 'and',
        },
      },
      {
        name: 'Create Low Stock Alert',
        action_type: 'create_alert',
        after: 'Check Quantity:true',
        config: {
          alert_type: 'low_stock',
          severity: 'high',
          title: 'Low stock: lot {{lot_number}}',
          message: 'Only {{quantity}} units of lot {{lot_number}} are left.',
          recipients: { users: [userId('maria.keller')], roles: [roleId('purchasing_agent')] },
          resolve_prior: true,
        },
      },
      {
        name: 'Email Purchasing',
        action_type: 'send_email',
        after: 'Create Low Stock Alert',
        config: {
          recipients: ['anna.lindqvist@sextant.example', 'tomasz.nowak@sextant.example'],
          subject: 'Low stock: lot {{lot_number}}',
          body: 'Only {{quantity}} units of product {{product_id}} are left in lot {{lot_number}}. Please order again.',
        },
      },
    ],
  },
  {
    name: 'Reorder Point Check',
    description: 'Drafts a follow-up for purchasing when a product falls below its reorder point.',
    is_active: true,
    entity: 'inventory.inventory_items',
    trigger_type: 'on_update',
    trigger_conditions: [{ field_name: 'status', operator: 'equals', value: 'available' }],
    author: 'anna.lindqvist',
    madeDaysAgo: 120,
    actions: [
      {
        name: 'Check Reorder Point',
        action_type: 'check_reorder_point',
        config: { product_id: '{{product_id}}' },
      },
      {
        name: 'Find Product',
        action_type: 'lookup_entity',
        after: 'Check Reorder Point:needs_reorder',
        config: {
          entity: 'inventory.products',
          filter: { id: '{{product_id}}' },
          fields: ['sku', 'name', 'reorder_quantity', 'supplier_id'],
          output_key: 'product',
        },
      },
      {
        name: 'Notify Purchasing',
        action_type: 'send_notification',
        after: 'Find Product:found',
        config: {
          recipients: [roleId('purchasing_agent')],
          channels: ['in_app', 'email'],
          title: 'Reorder {{product.sku}}',
          message:
            '{{product.name}} is below its reorder point; order {{product.reorder_quantity}}.',
          priority: 'high',
        },
      },
      {
        name: 'Log Missing Product',
        action_type: 'log_audit_entry',
        after: 'Find Product:not_found',
        config: {
          entity_name: 'inventory.inventory_items',
          entity_id: '{{id}}',
          action: 'product_missing',
          message: 'Stock item {{id}} refers to a product that does not exist.',
        },
      },
    ],
  },
  {
    name: 'Reserve Stock for Order Line',
    description:
      'Reserves stock for each new order line, or raises an alert when there is too little.',
    is_active: true,
    entity: 'sales.order_lines',
    trigger_type: 'on_create',
    trigger_conditions: [],
    author: 'karin.vogel',
    madeDaysAgo: 140,
    actions: [
      {
        name: 'Check Stock',
        action_type: 'check_inventory',
        config: { source_from_line_item: true, threshold: '{{quantity}}' },
      },
      {
        name: 'Reserve Stock',
        action_type: 'reserve_inventory',
        after: 'Check Stock:sufficient',
        config: {
          source_from_line_item: true,
          quantity: '{{quantity}}',
          allocation_strategy: 'fifo',
          reservation_duration_hours: 72,
          reference_id: '{{order_id}}',
          reference_type: 'order',
        },
      },
      {
        name: 'Alert Shortage',
        action_type: 'create_alert',
        after: ['Check Stock:insufficient', 'Reserve Stock:failure'],
        config: {
          alert_type: 'stock_shortage',
          severity: 'critical',
          title: 'Not enough stock for an order',
          message: 'Order line {{line_number}} needs {{quantity}} units of product {{product_id}}.',
          recipients: {
            users: [],
            roles: [roleId('warehouse_manager'), roleId('operations_manager')],
          },
        },
      },
    ],
  },
  {
    name: 'Expiring Stock Review',
    description: 'Started by hand: sets stock past its date apart and tells the warehouse.',
    is_active: true,
    entity: 'inventory.inventory_items',
    trigger_type: 'manual',
    trigger_conditions: [],
    author: 'jonas.brandt',
    madeDaysAgo: 60,
    actions: [
      {
        name: 'Is It Past Its Date',
        action_type: 'evaluate_condition',
        config: {
          conditions: [
            { field_name: 'expires_on', operator: 'is_not_null' },
            { field_name: 'expires_on', operator: 'less_or_equal', value: '{{today}}' },
          ],
          logic_type: 'and',
        },
      },
      {
        name: 'Quarantine Lot',
        action_type: 'transition_status',
        after: 'Is It Past Its Date:true',
        config: {
          target_entity: 'inventory.inventory_items',
          status_field: 'status',
          to_status: 'quarantined',
          valid_from_statuses: ['available', 'reserved'],
        },
      },
      {
        name: 'Alert Warehouse',
        action_type: 'create_alert',
        after: 'Quarantine Lot:success',
        config: {
          alert_type: 'expired_stock',
          severity: 'medium',
          title: 'Lot {{lot_number}} is past its date',
          message: '{{quantity}} units of lot {{lot_number}} expired on {{expires_on}}.',
          recipients: { users: [], roles: [roleId('warehouse_manager')] },
        },
      },
    ],
  },
  {
    name: 'Product Discontinued Notice',
    description: 'Tells sales when a product is taken off the range. Switched off for now.',
    is_active: false,
    entity: 'inventory.products',
    trigger_type: 'on_update',
    trigger_conditions: [{ field_name: 'status', operator: 'changed_to', value: 'discontinued' }],
    author: 'lukas.hoffmann',
    madeDaysAgo: 90,
    actions: [
      {
        name: 'Notify Sales',
        action_type: 'send_notification',
        config: {
          recipients: [roleId('sales_representative')],
          channels: ['in_app'],
          title: '{{sku}} is discontinued',
          message: '{{name}} can no longer be offered.',
          priority: 'medium',
        },
      },
    ],
  },
];
