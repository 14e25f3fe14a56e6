import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Reads a row for later actions. */
export const lookupEntity: ActionType = {
  type: 'lookup_entity',
  name: 'Look up entity',
  description: 'Reads one row of a business table; later actions use it as {{output_key.column}}.',
  category: 'data',
  ports: [
    { name: 'found', description: 'there is such a row' },
    { name: 'not_found', description: 'there is none' },
    { name: 'failure', description: 'it could not be read' },
  ],
  configSchema: field.config(
    {
      entity: field.entity('the table that is read'),
      filter: field.freeObject('column names and the values they must have; may be templates', 1),
      fields: field.texts('columns to read; left out, all'),
      output_key: {
        type: 'string',
        pattern: '^[a-z_][a-z0-9_]{0,62}$',
        description: 'the name later actions find the row under, such as supplier',
      },
    },
    ['entity', 'filter', 'output_key'],
  ),
  example: {
    entity: 'inventory.products',
    filter: { id: '{{product_id}}' },
    fields: ['id', 'name'],
    output_key: 'product',
  },
};
