import { textSearches } from './changes/filter-value.js';
import { filterOperators } from './config-model.js';

/** The schema of one filter that a tool takes. */
export const filterItems = {
  type: 'object',
  properties: {
    column: { type: 'string' },
    operator: { type: 'string', enum: [...filterOperators, ...textSearches] },
    value: {
      type: ['string', 'number', 'boolean', 'array'],
      items: { type: ['string', 'number', 'boolean'] },
    },
  },
  required: ['column', 'operator'],
  additionalProperties: false,
};
