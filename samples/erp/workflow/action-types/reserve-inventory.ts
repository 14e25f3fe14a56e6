import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Holds stock of one product for a time. */
export const reserveInventory: ActionType = {
  type: 'reserve_inventory',
  name: 'Reserve inventory',
  description: 'Holds a quantity of one product for a time, so that no one else can take it.',
  category: 'inventory',
  ports: field.successOrFailure,
  configSchema: field.config(
    {
      ...field.productFields,
      quantity: field.numberOrTemplate('how many'),
      ...field.placeFields,
      allocation_strategy: field.allocationStrategy,
      allow_partial: field.flag('take what there is when it is not enough'),
      reservation_duration_hours: field.whole('how long the reservation holds', 1, 8760),
      reference_id: field.idOrTemplate('the order the stock is for'),
      reference_type: field.text('what reference_id is, such as order', 100),
    },
    ['quantity'],
  ),
  example: {
    product_id: '{{product_id}}',
    quantity: '{{quantity}}',
    allocation_strategy: 'fifo',
    reservation_duration_hours: 48,
  },
};
