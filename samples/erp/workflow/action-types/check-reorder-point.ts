import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Asks whether a product must be ordered again. */
export const checkReorderPoint: ActionType = {
  type: 'check_reorder_point',
  name: 'Check reorder point',
  description: 'Compares the stock of a product with its reorder point and branches on the answer.',
  category: 'inventory',
  ports: [
    { name: 'ok', description: 'the stock reaches the reorder point' },
    { name: 'needs_reorder', description: 'the stock is below the reorder point' },
  ],
  configSchema: field.config(
    {
      ...field.productFields,
      custom_threshold: field.numberOrTemplate("instead of the product's own reorder point"),
      ...field.placeFields,
    },
    [],
  ),
  example: { product_id: '{{product_id}}' },
};
