import type { ToolOutcome } from '../../../agenttools/tool.js';
import {
  choiceProperty,
  flagProperty,
  listProperty,
  textProperty,
} from '../../../foundation/json.js';
import {
  loadBase,
  saveBase,
  type BaseInput,
  type TableCall,
  baseProperties,
  tableContextIds,
  tableTool,
} from './base.js';
import {
  refuse,
  type Changed,
  type TableConfig,
  joinTypes,
  type JoinType,
  type SortDirection,
} from './config-model.js';
import { checkConfig, invalidConfig, warningsOf, condense } from './check-config.js';
import { sameJson } from './diff.js';
import { findMissing, joinMissing, withTableName } from './starter.js';
import { loadFacts, tablesOf, type Facts, type TableName, findTable } from './facts.js';
import {
  changeFilters,
  filterOperations,
  type FilterChange,
  changeSort,
  sortOperations,
  type SortOperation,
} from './changes/filter-change.js';
import { comparison, direction, sortItems } from './rows.js';
import { changeJoins, joinOperations, type JoinOperation } from './changes/join-change.js';

export interface Change {
  tables?: readonly TableName[];
  references?: readonly string[];
  /** True when it also looks at the tables that the config's columns reference. */
  referenced?: boolean;
  /** `rename` gives the reference to use for one of `references`. */
  apply(config: TableConfig, facts: Facts, rename: (reference: string) => string): Changed;
}

export async function applyChange(
  input: BaseInput,
  context: TableCall,
  change: Change,
): Promise<ToolOutcome> {
  const base = await loadBase(input, context);
  const missing = await findMissing(context.read, base.config, change.references ?? []);
  const tables = [...tablesOf(base.config), ...missing.values(), ...(change.tables ?? [])];
  const named = await loadFacts(context.read, tables);
  const columns = change.referenced ? [...named.values()].flatMap((table) => table.columns) : [];
  const further = columns.flatMap(({ references }) => references ?? []);
  const facts = new Map([...(await loadFacts(context.read, further)), ...named]);
  const joined = joinMissing(base.config, missing, facts);
  const rename = (reference: string) => withTableName(reference, missing);
  const { config, summary: changes } = change.apply(joined.config, facts, rename);
  const summary = [...joined.summary, ...changes];
  if (sameJson(config, base.config)) {
    refuse(
      'The table already is like that, so nothing was changed. Call preview_table_config if other changes are waiting.',
    );
  }
  const check = await checkConfig(context.read, config);
  if (!check.valid) {
    throw invalidConfig(check.errors, 'The change was not made; fix these and call it again.');
  }
  const pending = [...base.changes, ...summary];
  await saveBase(base, config, pending, context);
  return {
    result: {
      status: 'working_copy_updated',
      table: base.stored?.name ?? config.title,
      id: base.stored?.id,
      changed: summary,
      pending_changes: pending,
      note: base.note,
      warnings: warningsOf(check),
      now: condense(config),
      next: 'Not shown to the user yet. Make further changes, or call preview_table_config to show all of them at once; no config needs to be passed.',
    },
  };
}

export const applyFilterChange = tableTool<BaseInput & FilterChange>({
  name: 'apply_filter_change',
  description:
    'Adds, removes, replaces or clears filters: which rows a table includes or excludes. Changes a working copy; call preview_table_config when all changes are made. To only look at some rows once, use query_table_config.',
  properties: {
    operation: choiceProperty(
      filterOperations,
      'replace: instead of all filters on this column; clear: removes every filter.',
    ),
    column: textProperty(
      'Column to compare, visible or not: key, heading, name, or "table.column" of a linked table.',
    ),
    ...comparison,
    value: {
      ...comparison.value,
      description: 'A list for "in"; none for is_null and is_not_null.',
    },
    dynamic: flagProperty('True: users of the page choose the value.'),
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

interface JoinInput extends BaseInput {
  operation: JoinOperation;
  table: string;
  columns?: string[];
  join_type?: JoinType;
  from?: string;
  alias?: string;
}

export const applyJoinChange = tableTool<JoinInput>({
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
    columns: listProperty(
      'Columns of the joined table to show; its name when left out.',
      { type: 'string' },
      30,
    ),
    join_type: choiceProperty(joinTypes, 'left when left out.'),
    from: textProperty('The foreign key column, only when more than one leads to the table.'),
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
      table,
      from,
      columns,
      alias: alias || undefined,
      joinType: joinType || undefined,
    } as const;
    return applyChange(input, context, {
      tables: [table],
      apply: (config, facts) => changeJoins(config, change, facts),
    });
  },
});

interface SortInput extends BaseInput {
  operation: SortOperation;
  column?: string;
  direction?: SortDirection;
  then_by?: { column: string; direction?: SortDirection }[];
}

export const applySortChange = tableTool<SortInput>({
  name: 'apply_sort_change',
  description:
    'Sets, adds to, removes from or clears the sort order: in which order a table lists its rows. Changes a working copy; call preview_table_config when all changes are made.',
  properties: {
    operation: choiceProperty(
      sortOperations,
      'set: sort by this instead; add: sort by this too, after the present order.',
    ),
    column: textProperty('Key, heading, name, or "table.column" of a linked table.'),
    direction,
    then_by: listProperty('Further columns to sort by, in order of importance.', sortItems, 9),
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
