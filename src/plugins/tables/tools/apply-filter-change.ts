import { applyChange } from './apply.js';
import { baseProperties, tableContextIds, type BaseInput, tableTool } from './base.js';
import { changeFilters, filterOperations, type FilterChange } from './changes/filter-change.js';
import { textSearches } from './changes/filter-value.js';
import { filterOperators } from './config-model.js';

interface Input extends BaseInput, FilterChange {}

export const applyFilterChange = tableTool<Input>({
  name: 'apply_filter_change',
  description:
    'Adds, removes, replaces or clears filters: which rows a table includes or excludes. Changes a working copy; call preview_table_config when all changes are made. To only look at some rows once, use query_table_config.',
  properties: {
    operation: {
      type: 'string',
      enum: [...filterOperations],
      description: 'replace: instead of all filters on this column; clear: removes every filter.',
    },
    column: {
      type: 'string',
      description:
        'Column to compare, visible or not: key, heading, name, or "table.column" of a linked table.',
    },
    operator: { type: 'string', enum: [...filterOperators, ...textSearches] },
    value: {
      type: ['string', 'number', 'boolean', 'array'],
      items: { type: ['string', 'number', 'boolean'] },
      description: 'A list for "in"; none for is_null and is_not_null.',
    },
    dynamic: { type: 'boolean', description: 'True: users of the page choose the value.' },
    label: { type: 'string', maxLength: 255, description: 'What the page calls the filter.' },
    ...baseProperties,
  },
  required: ['operation'],
  examples: [
    'only show active products',
    'exclude the cancelled orders',
    'limit it to rows where quantity is below 20',
    'remove the warehouse filter',
    'customers from Germany only pls',
    'get rid of all filters',
    'restrict it to orders since March 2026',
    'let users pick the supplier themselves',
  ],
  effect: 'draft',
  contextIds: tableContextIds,
  execute: (input, context) => {
    const { column } = input;
    return applyChange(input, context, {
      references: input.operation === 'remove' || column === undefined ? [] : [column],
      apply: (config, facts, rename) => {
        const change = column === undefined ? input : { ...input, column: rename(column) };
        return changeFilters(config, change, facts);
      },
    });
  },
});
