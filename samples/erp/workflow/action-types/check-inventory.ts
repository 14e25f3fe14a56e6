import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Asks whether there is enough stock. */
export const checkInventory: ActionType = {
  type: 'check_inventory',
  name: 'Check inventory',
  description: 'Compares the stock of a product with a threshold and branches on the answer.',
  category: 'inventory',
  ports: [
    { name: 'sufficient', description: 'the stock reaches the threshold' },
    { name: 'insufficient', description: 'there is less than the threshold' },
  ],
  configSchema: field.config(
    {
      ...field.productFields,
      threshold: field.numberOrTemplate(
        'how much is enough; left out, the quantity of the record, or else 1',
      ),
      ...field.placeFields,
    },
    [],
  ),
  example: { product_id: '{{product_id}}', threshold: 10 },
};
