import { closedObject } from '../../../foundation/json.js';
import { applyChange } from './apply.js';
import { baseProperties, tableContextIds, type BaseInput, tableTool } from './base.js';
import { changeSort, sortOperations, type SortOperation } from './changes/sort-change.js';
import type { SortDirection } from './config-model.js';

interface Input extends BaseInput {
  operation: SortOperation;
  column?: string;
  direction?: SortDirection;
  then_by?: { column: string; direction?: SortDirection }[];
}

const direction = { type: 'string', enum: ['asc', 'desc'], description: 'asc when left out.' };

export const applySortChange = tableTool<Input>({
  name: 'apply_sort_change',
  description:
    'Sets, adds to, removes from or clears the sort order: in which order a table lists its rows. Changes a working copy; call preview_table_config when all changes are made.',
  properties: {
    operation: {
      type: 'string',
      enum: [...sortOperations],
      description: 'set: sort by this instead; add: sort by this too, after the present order.',
    },
    column: {
      type: 'string',
      description: 'Key, heading, name, or "table.column" of a linked table.',
    },
    direction,
    then_by: {
      type: 'array',
      maxItems: 9,
      description: 'Further columns to sort by, in order of importance.',
      items: closedObject(['column'], { column: { type: 'string' }, direction }),
    },
    ...baseProperties,
  },
  required: ['operation'],
  examples: [
    'sort by price, highest first',
    'order the rows by name',
    'newest orders on top',
    'sort by warehouse and then by quantity descending',
    'stop sorting by date',
    'alphabetical please',
    'rank them by total amount',
  ],
  effect: 'draft',
  contextIds: tableContextIds,
  execute: (input, context) => {
    const { operation, column, direction: first, then_by = [] } = input;
    const head = column === undefined ? [] : [{ column, direction: first || undefined }];
    const sorts = [...head, ...then_by];
    const adds = operation === 'set' || operation === 'add';
    return applyChange(input, context, {
      references: adds ? sorts.map((sort) => sort.column) : [],
      apply: (config, facts, rename) => {
        const renamed = sorts.map((sort) => ({ ...sort, column: rename(sort.column) }));
        return changeSort(config, { operation, sorts: renamed }, facts);
      },
    });
  },
});
