import type { JsonObject } from '../../../../src/foundation/json.js';
import { spaced } from '../../ui/format.js';
import type { Entities } from '../../library/queries.js';
import { OPERATORS } from './sentences.js';
import { t } from './texts.js';

const HIDDEN = { readOnly: true };
const hidden = (...names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, HIDDEN]));

/** The schema of a table with these columns, and with the references that it has to others; which ones there are is changed in the chat, which joins what is needed. */
export function tableSchema(
  columns: readonly string[],
  references: readonly string[] = [],
  lookups: ReadonlyMap<string, Looked> = new Map(),
  entities: Entities = NO_ENTITIES,
): JsonObject {
  return {
    required: ['name'],
    properties: {
      name: { type: 'string', title: t('Name') },
      description: { type: 'string', title: t('Description') },
      config: {
        title: t('The table'),
        properties: {
          title: { type: 'string', title: t('Title on the page') },
          ...hidden('widget_type', 'visualization', 'type'),
          data_source: rowsSchema(columns, [...new Set([...columns, ...references])]),
          visual_settings: {
            title: t('Columns'),
            'x-known': {
              conditional_formatting: { items: { properties: testSchema(columns) } },
            },
            properties: {
              columns: {
                title: t('Each column'),
                properties: Object.fromEntries(
                  columns.map((name) => [
                    name,
                    columnSchema(name, columns, lookupSchema(lookups.get(name), entities)),
                  ]),
                ),
              },
            },
          },
        },
      },
    },
  };
}

/** Where a column gets its label from. */
interface Looked {
  schema: string;
  table: string;
}

const NO_ENTITIES: Entities = { names: [], columnsOf: () => [] };

/** The other table and two of its columns; texts where they are not known. */
function lookupSchema(looked: Looked | undefined, { names, columnsOf }: Entities): JsonObject {
  const { schema = '', table = '' } = looked ?? {};
  const split = names.map((name) => name.split('.'));
  const columns = picked(columnsOf(`${schema}.${table}`));
  return {
    title: t('Looked up in'),
    properties: {
      schema: { ...picked([...new Set(split.map(([first = '']) => first))]), title: t('Area') },
      table: {
        ...picked(split.flatMap(([first, name = '']) => (first === schema ? [name] : []))),
        title: t('Table'),
      },
      value_column: { ...columns, title: t('Column with the id') },
      label_column: { ...columns, title: t('Column that is shown') },
    },
  };
}

/** One of these names; a text where they are not known. */
function picked(names: readonly string[]): JsonObject {
  return names.length === 0 ? { type: 'string' } : { enum: [...names] };
}

function columnSchema(name: string, columns: readonly string[], lookup: JsonObject): JsonObject {
  return {
    title: spaced(name),
    'x-folded': true,
    'x-known': {
      lookup,
      compute: {
        title: t('Computed from'),
        properties: {
          operation: {
            title: t('Calculation'),
            enum: ['add', 'subtract', 'multiply', 'divide', 'concat'],
          },
          columns: { title: t('Columns'), items: { enum: columns.filter((one) => one !== name) } },
        },
      },
    },
    properties: {
      ...hidden('name', 'type'),
      header: { type: 'string', title: t('Heading') },
      order: { type: 'number', title: t('Position') },
      width: { type: 'number', title: t('Width in pixels') },
      hidden: { type: 'boolean', title: t('Hidden') },
      sortable: { type: 'boolean', title: t('Can be sorted') },
      filterable: { type: 'boolean', title: t('Can be filtered') },
    },
  };
}

/** A test of one of these columns, as filters and colours have it. */
function testSchema(columns: readonly string[]): JsonObject {
  return {
    column: { title: t('Column'), enum: [...columns] },
    operator: {
      title: t('Comparison'),
      oneOf: Object.entries(OPERATORS()).map(([value, title]) => ({ const: value, title })),
    },
    value: { title: t('Value'), type: ['string', 'number'] },
  };
}

function rowsSchema(columns: readonly string[], references: readonly string[]): JsonObject {
  return {
    title: t('Rows'),
    minItems: 1,
    maxItems: 1,
    items: {
      properties: {
        ...hidden('type', 'schema', 'source', 'select', 'joins'),
        rows: { type: 'integer', title: t('Rows on a page') },
        filters: {
          title: t('Filter'),
          items: {
            default: { column: columns[0] ?? '', operator: 'eq', value: '' },
            properties: testSchema(references),
          },
        },
        sort: {
          title: t('Order'),
          items: {
            default: { column: columns[0] ?? '', direction: 'asc' },
            properties: {
              column: { title: t('Column'), enum: [...references] },
              direction: {
                title: t('Direction'),
                oneOf: [
                  { const: 'asc', title: t('ascending') },
                  { const: 'desc', title: t('descending') },
                ],
              },
            },
          },
        },
      },
    },
  };
}
