import { textProperty, choiceProperty } from '../../../foundation/json.js';
import { tableTool } from './base.js';
import { fittingOperators } from './changes/filter-change.js';
import {
  columnTypes,
  computeOperations,
  editableTypes,
  filterOperators,
  formatTypes,
  joinTypes,
} from './config-model.js';
import type { Surface } from '../../../platform/types.js';
import { requireByName } from '../../../agenttools/names.js';

/** The config language in the words a model needs, by topic; docs/table-configs.md has all of it. */
const tableReference = {
  column_types: {
    values: columnTypes,
    rule: 'The type is that of the database column. Exceptions: an enum (status) may be string; a uuid may be lookup, shown as a label of another table; computed has no database column.',
  },
  formats: {
    values: formatTypes,
    fitting: {
      datetime: ['date', 'datetime'],
      number: ['number', 'currency', 'percent'],
      computed: ['number', 'currency', 'percent'],
      boolean: ['boolean'],
    },
    pattern:
      'Date patterns use date-fns tokens: yyyy-MM-dd, dd.MM.yyyy, dd.MM.yyyy HH:mm, MMM d, yyyy. Never an example date such as 2006-01-02.',
    currency: 'ISO 4217, e.g. EUR; precision = decimals, 0 to 10.',
  },
  editable_types: { values: editableTypes, rule: 'select needs options.' },
  operators: {
    values: filterOperators,
    fitting: fittingOperators,
    rule: 'All filters must hold. in takes a list; like and ilike take % as wildcard. Dates are ISO: 2026-03-01. A dynamic filter lets users choose the value.',
  },
  joins: {
    values: joinTypes,
    rule: 'A join follows a foreign key of the source table or of a table joined before, in either direction; apply_join_change finds it. left (the default) keeps rows without a match, inner drops them. Columns of a joined table are written table.column.',
  },
  sorting: {
    values: ['asc', 'desc'],
    rule: 'Several sorts count in order; priority 1 is the most important.',
  },
  widget_types: { widget_type: ['table'], visualization: ['table', 'list', 'cards'] },
  computed_columns: {
    values: computeOperations,
    rule: 'Made from 2 to 8 other columns of the row, by key, from left to right; they can be neither filtered nor sorted.',
  },
  rules: [
    'Every visible column has a heading and a type; a datetime column has a format.',
    'Either all visible columns have a position (order) or none; no position twice.',
    'Keys (alias, else name) are unique; the last visible column cannot be removed.',
    'At most 8 joins, 100 columns, 50 filters, 10 sorts, 500 rows per page.',
    'Tables, columns and foreign keys must exist in the database; a config never holds SQL.',
  ],
  example: {
    title: 'Stock by product',
    widget_type: 'table',
    visualization: 'table',
    data_source: [
      {
        type: 'query',
        source: 'inventory_items',
        schema: 'inventory',
        select: {
          columns: [{ name: 'id' }, { name: 'quantity' }, { name: 'last_counted_at' }],
          foreign_tables: [
            {
              table: 'products',
              schema: 'inventory',
              relationship_from: 'product_id',
              relationship_to: 'id',
              join_type: 'left',
              columns: [{ name: 'name', alias: 'product_name' }],
            },
          ],
        },
        filters: [{ column: 'quantity', operator: 'gt', value: 0 }],
        sort: [{ column: 'product_name', direction: 'asc' }],
        rows: 25,
      },
    ],
    visual_settings: {
      columns: {
        id: { header: 'ID', type: 'uuid', hidden: true },
        product_name: { header: 'Product', type: 'string', order: 1 },
        quantity: { header: 'On hand', type: 'number', order: 2, align: 'right' },
        last_counted_at: {
          header: 'Last count',
          type: 'datetime',
          order: 3,
          format: { type: 'date', pattern: 'yyyy-MM-dd' },
        },
      },
    },
  },
};

export const discoverTableReference = tableTool<{ topic?: keyof typeof tableReference }>({
  name: 'discover_table_reference',
  description:
    'Compact reference of the table config language: column types, formats, editable types, filter operators, joins, widget types, rules and a full example. Use it when a value or rule is not clear, or before writing a full config.',
  properties: {
    topic: choiceProperty(
      Object.keys(tableReference),
      'One topic; left out: all of them in short, without the example.',
    ),
  },
  examples: [
    'which column types can a table have?',
    'what date formats are possible?',
    'which filter operators exist?',
    'how do joins work in a table config?',
    'what are the rules for a table configuration',
    'can a column be shown as percent or currency',
    'table config syntax help',
  ],
  execute: async ({ topic }) => {
    if (topic !== undefined) return { result: { topic, reference: tableReference[topic] } };
    const { example: _example, ...short } = tableReference;
    return { result: { ...short, more: 'topic "example" gives a full config' } };
  },
});

export const discoverConfigSurfaces = tableTool<{ surface?: string }>({
  name: 'discover_config_surfaces',
  description:
    'Overview of everything that can be configured by chat (tables, pages, forms, workflow rules) with the limits of each. Use it when the user asks what is possible, not for one table.',
  properties: { surface: textProperty('Only the surface of this name, with its endpoints.') },
  examples: [
    'what can be configured here?',
    'what are you able to change in this system?',
    'which parts of the app can I customize',
    'overview of configurable surfaces and their limits',
    'can you also set up pages and forms?',
  ],
  execute: async (input, { read }) => {
    const { surfaces } = await read.get<{ surfaces: Surface[] }>(['v1', 'agent', 'catalog']);
    if (input.surface === undefined) {
      const listed = surfaces.map(({ name, description, constraints }) => {
        return { name, description, constraints };
      });
      return { result: { surfaces: listed } };
    }
    const one = requireByName(surfaces, input.surface, {
      nameOf: (surface) => surface.name,
      noun: 'configurable surface',
      listTool: 'discover_config_surfaces without a name',
    });
    return { result: one };
  },
});
