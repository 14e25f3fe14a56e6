import { applyChange } from './apply.js';
import { baseProperties, tableContextIds, type BaseInput, tableTool } from './base.js';
import { refuse, joinTypes, type JoinType } from './config-model.js';
import { changeJoins, joinOperations, type JoinOperation } from './changes/join-change.js';
import { findTable } from './resolve.js';

interface Input extends BaseInput {
  operation: JoinOperation;
  table: string;
  columns?: string[];
  join_type?: JoinType;
  from?: string;
  alias?: string;
}

export const applyJoinChange = tableTool<Input>({
  name: 'apply_join_change',
  description:
    'Joins another database table so that its columns can be shown, filtered or sorted by, or removes a joined table. Finds the foreign key itself. Changes a working copy; call preview_table_config when all changes are made.',
  properties: {
    operation: { type: 'string', enum: [...joinOperations] },
    table: {
      type: 'string',
      minLength: 1,
      description: 'schema.table or a table name; for remove: the joined table or its alias.',
    },
    columns: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 30,
      description: 'Columns of the joined table to show; its name when left out.',
    },
    join_type: { type: 'string', enum: [...joinTypes], description: 'left when left out.' },
    from: {
      type: 'string',
      description: 'The foreign key column, only when more than one leads to the table.',
    },
    alias: {
      type: 'string',
      pattern: '^[a-z_][a-z0-9_]{0,62}$',
      description: 'Name in references when the table is joined twice.',
    },
    ...baseProperties,
  },
  required: ['operation', 'table'],
  examples: [
    'also show the supplier name',
    'join the customers table',
    'bring in the warehouse name and city from warehouses',
    'link orders with their customer',
    'i want the product details next to each stock row',
    'remove the join to suppliers',
    'use an inner join with products',
  ],
  effect: 'draft',
  contextIds: tableContextIds,
  execute: async (input, context) => {
    if (input.operation === 'remove') {
      const change = { operation: 'remove', join: input.table } as const;
      return applyChange(input, context, {
        apply: (config, facts) => changeJoins(config, change, facts),
      });
    }
    const table = await findTable(context.read, input.table);
    if (input.from === '') refuse('"from" must name a column, or be left out.');
    const { alias, join_type: joinType, from, columns } = input;
    const change = {
      operation: 'add',
      ...{ table, from, columns },
      alias: alias || undefined,
      joinType: joinType || undefined,
    } as const;
    return applyChange(input, context, {
      tables: [table],
      apply: (config, facts) => changeJoins(config, change, facts),
    });
  },
});
