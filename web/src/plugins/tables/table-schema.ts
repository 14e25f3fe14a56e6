import type { JsonObject } from '../../../../src/foundation/json.js';
import { spaced } from '../../ui/value-words.js';
import { OPERATORS } from './sentences.js';
import { t } from './texts.js';

const HIDDEN = { readOnly: true };
const hidden = (...names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, HIDDEN]));

/** The schema of a table with these columns, and with the references that it has to others; which ones there are is changed in the chat, which joins what is needed. */
export function tableSchema(
  columns: readonly string[],
  references: readonly string[] = [],
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
                properties: Object.fromEntries(columns.map((name) => [name, columnSchema(name)])),
              },
            },
          },
        },
      },
    },
  };
}

function columnSchema(name: string): JsonObject {
  return {
    title: spaced(name),
    'x-folded': true,
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
