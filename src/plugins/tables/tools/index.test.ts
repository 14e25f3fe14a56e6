import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { tableTools } from './index.js';

const expected = [
  'discover_table_reference',
  'discover_config_surfaces',
  'discover_field_types',
  'discover_content_types',
  'list_table_configs',
  'get_table_config',
  'validate_table_config',
  'preview_table_config',
  'query_table_config',
  'apply_column_change',
  'apply_filter_change',
  'apply_join_change',
  'apply_sort_change',
  'list_pages',
  'get_page_config',
  'get_page_content',
  'preview_page_config',
  'list_forms',
  'get_form_definition',
  'preview_form',
  'summarize_table',
];

test('the group has exactly its tools', () => {
  expect(tableTools.map((tool) => tool.name).toSorted()).toEqual(expected.toSorted());
});

test('no example sentence stands for two tools', () => {
  const all = tableTools.flatMap((tool) => tool.examples.map((text) => text.toLowerCase()));
  expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
});

test('only the preview shows a change, only the apply tools write', () => {
  const effects = tableTools.filter((tool) => tool.effect !== 'read');
  expect(effects.map((tool) => [tool.name, tool.effect])).toEqual([
    ['preview_table_config', 'propose'],
    ['apply_column_change', 'draft'],
    ['apply_filter_change', 'draft'],
    ['apply_join_change', 'draft'],
    ['apply_sort_change', 'draft'],
  ]);
});

test.each(['get_table_config', 'preview_table_config', 'query_table_config'])(
  '%s takes its id from the page',
  (name) => {
    expect(tableTools.find((tool) => tool.name === name)?.contextIds).toEqual({
      id: { key: 'config_id' },
    });
  },
);

describe.each(tableTools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  test('has a schema that a strict validator compiles', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    expect(() => ajv.compile(tool.inputSchema)).not.toThrow();
    expect(tool.inputSchema['additionalProperties']).toBe(false);
  });

  test('has 4 to 8 examples and a short description', () => {
    expect(tool.examples.length).toBeGreaterThanOrEqual(4);
    expect(tool.examples.length).toBeLessThanOrEqual(8);
    expect(tool.examples.every((text) => text.trim().length > 5)).toBe(true);
    expect(tool.description.length).toBeLessThanOrEqual(320);
    expect(tool.description.split(/[.:] /).length).toBeLessThanOrEqual(4);
  });

  test('fills only arguments it has from the page', () => {
    const properties = Object.keys(tool.inputSchema['properties'] as object);
    expect(properties).toEqual(expect.arrayContaining(Object.keys(tool.contextIds ?? {})));
  });
});
