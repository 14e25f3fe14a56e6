import type { JsonObject } from '../../../../src/foundation/json.js';
import { spaced } from '../../ui/value-words.js';
import { t } from './texts.js';

const HIDDEN = { readOnly: true };
const hidden = (...names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, HIDDEN]));

/** The schema of a table with these columns; which ones there are is changed in the chat, which joins what is needed. */
export function tableSchema(columns: readonly string[]): JsonObject {
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
          data_source: rowsSchema(columns),
          visual_settings: {
            title: t('Columns'),
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

function rowsSchema(columns: readonly string[]): JsonObject {
  return {
    title: t('Rows'),
    minItems: 1,
    maxItems: 1,
    items: {
      properties: {
        ...hidden('type', 'schema', 'source', 'select', 'joins'),
        rows: { type: 'integer', title: t('Rows on a page') },
        sort: {
          title: t('Order'),
          items: {
            default: { column: columns[0] ?? '', direction: 'asc' },
            properties: {
              column: { title: t('Column'), enum: [...columns] },
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
