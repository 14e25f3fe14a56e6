import {
  choiceProperty,
  closedObject,
  listProperty,
  textProperty,
} from '../../../foundation/json.js';
import { applyChange } from './apply.js';
import { baseProperties, tableContextIds, type BaseInput, tableTool } from './base.js';
import {
  refuse,
  columnTypes,
  computeOperations,
  editableTypes,
  formatTypes,
} from './config-model.js';
import { changeColumns, columnOperations, type ColumnChange } from './changes/column-change.js';

interface Input extends BaseInput, Omit<ColumnChange, 'columns'> {
  column?: string;
  columns?: string[];
}

export const applyColumnChange = tableTool<Input>({
  name: 'apply_column_change',
  description:
    'Adds, removes, renames, moves, hides, shows, formats (currency, dates, decimals), aligns or resizes columns of a table, also computed ones. Changes a working copy; call preview_table_config when all changes are made.',
  properties: {
    operation: choiceProperty(
      columnOperations,
      'rename: new heading; move: one column; reorder: several, in this order from the left; retype: string, status or lookup (a label instead of an id); edit: how users edit it.',
    ),
    column: textProperty('Key, heading or name; "table.column" for a column of a linked table.'),
    columns: { ...listProperty('Several columns at once.', { type: 'string' }, 40), minItems: 1 },
    header: textProperty('Heading of the column.', 255),
    format: { type: 'string', enum: [...formatTypes] },
    pattern: textProperty('Date pattern, e.g. yyyy-MM-dd or dd.MM.yyyy HH:mm.'),
    precision: { type: 'integer', minimum: 0, maximum: 10, description: 'Decimals.' },
    currency: { type: 'string', pattern: '^[A-Za-z]{3}$', description: 'e.g. EUR' },
    position: { type: 'integer', minimum: 1, description: 'Place from the left; 1 is first.' },
    before: textProperty('Place it before this column.'),
    after: textProperty('Place it after this column.'),
    width: { type: 'integer', minimum: 20, maximum: 2000, description: 'Pixels.' },
    align: { type: 'string', enum: ['left', 'center', 'right'] },
    type: choiceProperty(columnTypes, 'For retype.'),
    editable: choiceProperty([...editableTypes, 'none'], 'For edit.'),
    compute: {
      ...closedObject(['operation', 'columns'], {
        operation: { type: 'string', enum: [...computeOperations] },
        columns: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 8 },
      }),
      description: 'For add: a column calculated from others; "column" is its new key.',
    },
    ...baseProperties,
  },
  required: ['operation'],
  examples: [
    'add the reorder point column',
    'remove the description, I do not need it shown',
    'rename "Qty" to "On hand"',
    'move price to the front, before the name',
    'format the price as currency in euros with two decimals',
    'hide the id and show the SKU',
    'make the name col wider and right align the numbers',
    'show dates as dd.MM.yyyy',
  ],
  effect: 'draft',
  contextIds: tableContextIds,
  execute: async (input, context) => {
    const { column, columns = [] } = input;
    const wanted = column === undefined ? columns : [column, ...columns];
    if (wanted.length === 0) refuse(`Operation "${input.operation}" needs "column" or "columns".`);
    return applyChange(input, context, {
      referenced: input.type === 'lookup',
      references: input.operation === 'add' ? wanted : [],
      apply: (config, facts, rename) => {
        const change: ColumnChange = { ...input, columns: wanted.map(rename) };
        return changeColumns(config, change, facts);
      },
    });
  },
});
