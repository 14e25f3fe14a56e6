import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Sets stock aside for orders, or takes it out. */
export const allocateInventory: ActionType = {
  type: 'allocate_inventory',
  name: 'Allocate inventory',
  description: 'Reserves or allocates stock of one or more products, following a picking strategy.',
  category: 'inventory',
  ports: field.successOrFailure,
  configSchema: field.config(
    {
      inventory_items: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        description: 'what to allocate; left out with source_from_line_item',
        items: field.config(
          {
            product_id: field.idOrTemplate('the product'),
            quantity: field.numberOrTemplate('how many'),
            warehouse_id: field.placeFields.warehouse_id,
            location_id: field.placeFields.location_id,
          },
          ['product_id', 'quantity'],
        ),
      },
      source_from_line_item: field.productFields.source_from_line_item,
      allocation_mode: field.oneOf('reserve holds the stock, allocate takes it', [
        'reserve',
        'allocate',
      ]),
      allocation_strategy: field.allocationStrategy,
      allow_partial: field.flag('take what there is when it is not enough'),
      reservation_hours: field.whole('how long a reservation holds', 1, 8760),
      priority: field.oneOf('who is served first', ['low', 'medium', 'high', 'critical']),
      reference_id: field.idOrTemplate('the order the stock is for'),
      reference_type: field.text('what reference_id is, such as order', 100),
    },
    ['allocation_mode'],
  ),
  example: {
    source_from_line_item: true,
    allocation_mode: 'reserve',
    allocation_strategy: 'fifo',
    allow_partial: false,
    reservation_hours: 24,
    reference_id: '{{order_id}}',
    reference_type: 'order',
  },
};
