import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Turns reserved stock into stock that has left. */
export const commitAllocation: ActionType = {
  type: 'commit_allocation',
  name: 'Commit allocation',
  description: 'Takes allocated stock out of a location for good, as when goods are shipped.',
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
