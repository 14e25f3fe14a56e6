import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Gives reserved stock back. */
export const releaseReservation: ActionType = {
  type: 'release_reservation',
  name: 'Release reservation',
  description: 'Frees stock that was reserved, as when an order is cancelled.',
  category: 'inventory',
  ports: field.successOrFailure,
  configSchema: field.config(
    {
      product_id: field.idOrTemplate('the product'),
      location_id: field.idOrTemplate('the location that holds the stock'),
      quantity: field.numberOrTemplate('how many'),
    },
    ['product_id', 'location_id', 'quantity'],
  ),
  example: {
    product_id: '{{product_id}}',
    location_id: '{{location_id}}',
    quantity: '{{quantity}}',
  },
};
