import type { JsonObject } from '../../../src/foundation/json.js';
import {
  alignments,
  columnTypes,
  computeOperations,
  editableTypes,
  filterOperators,
  formatStyles,
  formatTypes,
  joinTypes,
  limits,
  permissionActions,
  rowActionTypes,
  sortDirections,
  tableActionTypes,
  visualizations,
  widgetTypes,
} from './table-config.model.js';

const text = (description: string, maxLength: number = limits.title): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
});

const oneOf = (values: readonly string[], description: string): JsonObject => ({
  type: 'string',
  enum: [...values],
  description,
});

const whole = (minimum: number, maximum: number, description: string): JsonObject => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});

const flag = (description: string): JsonObject => ({ type: 'boolean', description });

/** `extra`: further keywords, or a description. */
const list = (items: JsonObject, extra: JsonObject = {}): JsonObject => ({
  type: 'array',
  items,
  ...extra,
});

/** An object with exactly these fields; a name that ends in `?` may be left out. */
const record = (fields: Readonly<Record<string, JsonObject>>): JsonObject => {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, schema]) => [name.replace('?', ''), schema]),
    ),
    required: entries.map(([name]) => name).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
};

const alias = {
  type: 'string',
  pattern: '^[a-z_][a-z0-9_]{0,62}$',
  description: 'Lower-case letters, digits and _, at most 63, not starting with a digit',
};

const scalar = { type: ['string', 'number', 'boolean'], maxLength: limits.text };

const filterValue = {
  type: ['string', 'number', 'boolean', 'null', 'array'],
  maxLength: limits.text,
  items: scalar,
  maxItems: limits.inValues,
  description: 'A list for in; absent for is_null and is_not_null',
};

const reference = text(
  'A key (alias or name) of a selected column, a column of the source table, or <table or alias>.<column>',
);

const selectColumn = record({
  name: text('A column of the table it is listed under', 63),
  'alias?': alias,
  'table_column?': text('<table or alias>.<name>, for readers', 127),
});

const columns = list(selectColumn, { maxItems: limits.columns });

const foreignTable = record({
  table: text('The joined table', 63),
  schema: text('Its schema', 63),
  'alias?': alias,
  relationship_from: text(
    'A column of the source, or <table or alias>.<column> joined before',
    127,
  ),
  relationship_to: text('A column of the joined table', 63),
  'join_type?': oneOf(joinTypes, 'left when absent'),
  columns,
});

const dataSource = record({
  type: oneOf(['query'], 'The only kind'),
  source: text('The table', 63),
  schema: text('Its schema', 63),
  select: record({
    columns,
    'foreign_tables?': list(foreignTable, { maxItems: limits.joins }),
  }),
  'filters?': list(
    record({
      column: reference,
      operator: oneOf(filterOperators, 'Must fit the type of the column'),
      'value?': filterValue,
      'dynamic?': flag('The user of the page chooses the value'),
      'label?': text('What the page calls it'),
    }),
    { maxItems: limits.filters },
  ),
  'sort?': list(
    record({
      column: reference,
      direction: oneOf(sortDirections, 'Ascending or descending'),
      'priority?': whole(1, 100, 'Lower sorts first'),
    }),
    { maxItems: limits.sorts },
  ),
  'rows?': whole(1, limits.rows, 'Rows per page; 50 when absent'),
});

const key = text('A key: alias or name of a selected column', 63);
const url = text('Starts with / or https://; may hold {key}', limits.text);

const visualColumn = record({
  'name?': text('The key again', 63),
  header: text('Title of the column'),
  type: oneOf(columnTypes, 'How the value is shown'),
  'width?': whole(20, 2000, 'Pixels'),
  'align?': oneOf(alignments, 'Text alignment'),
  'hidden?': flag('Read, but not shown'),
  'order?': whole(1, 1000, 'Position; on all visible columns or on none'),
  'sortable?': flag('The user may sort by it'),
  'filterable?': flag('The user may filter by it'),
  'format?': record({
    type: oneOf(formatTypes, 'Must fit the type of the column'),
    'pattern?': text('date-fns tokens: yyyy-MM-dd HH:mm', 64),
    'precision?': whole(0, 10, 'Decimals'),
    'currency?': { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217: EUR' },
    'true_label?': text('Word for true', 64),
    'false_label?': text('Word for false', 64),
  }),
  'editable?': record({
    type: oneOf(editableTypes, 'The input'),
    'required?': flag('May not be emptied'),
    'options?': list(text('A choice'), { maxItems: limits.inValues }),
  }),
  'link?': record({ url, 'label?': text('Text of the link') }),
  'lookup?': record({
    schema: text('Schema of the looked-up table', 63),
    table: text('The looked-up table', 63),
    value_column: text('Its column that equals the value', 63),
    label_column: text('Its column that is shown', 63),
  }),
  'compute?': record({
    operation: oneOf(computeOperations, 'From left to right'),
    columns: list(key, { minItems: 2, maxItems: 8 }),
  }),
});

const actionFields = (types: readonly string[]): Record<string, JsonObject> => ({
  name: text('Name within the config', 63),
  label: text('What the button says'),
  action: oneOf(types, 'What it does'),
  'url?': url,
});

const rowAction = record({
  ...actionFields(rowActionTypes),
  'confirm?': text('Question asked first'),
});

const visualSettings = record({
  columns: {
    type: 'object',
    maxProperties: limits.columns,
    additionalProperties: visualColumn,
    description: 'By key',
  },
  'conditional_formatting?': list(
    record({
      column: key,
      operator: oneOf(filterOperators, 'Must fit the type of the column'),
      'value?': filterValue,
      style: oneOf(formatStyles, 'How a matching cell looks'),
    }),
    { maxItems: 50 },
  ),
  'row_actions?': list(rowAction, { maxItems: 20 }),
  'table_actions?': list(record(actionFields(tableActionTypes)), { maxItems: 20 }),
  'pagination?': record({
    'enabled?': flag('Whether there are pages'),
    'page_sizes?': list(whole(1, limits.rows, 'Rows'), { maxItems: 10 }),
    'default_page_size?': whole(1, limits.rows, 'Rows'),
  }),
});

/** JSON Schema (draft 2020-12) of a table config: its shape; what depends on the database is checked apart. */
export const tableConfigSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'TableConfig',
  ...record({
    title: text('Title of the table'),
    widget_type: oneOf(widgetTypes, 'The only kind'),
    visualization: oneOf(visualizations, 'How the rows are laid out'),
    data_source: list(dataSource, { minItems: 1, maxItems: 1 }),
    visual_settings: visualSettings,
    'permissions?': record({
      'roles?': list(text('Name of a role'), { maxItems: 50 }),
      'actions?': list(oneOf(permissionActions, 'What the roles may do'), { maxItems: 10 }),
    }),
  }),
};
