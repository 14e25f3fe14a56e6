import fc from 'fast-check';
import { holds, property } from '../../../test/support/property.js';
import type { AgentInfo, ToolInfo } from '../api/client.js';
import { filterTools, NO_FILTER, sectionsOf, parametersOf } from './catalogue.js';

const TOOL = { source: 'erp', effect: 'read' as const, input_schema: {}, examples: [] };
const tool = (name: string, groups: string[], more: Partial<ToolInfo> = {}): ToolInfo => {
  return { ...TOOL, name, description: `About ${name}.`, groups, ...more };
};
const agents = ['Workflow', 'Tables'].map((title): AgentInfo => {
  return { context_type: title.toLowerCase(), title, description: '', examples: [] };
});
const tools = [
  tool('search_schema', ['tables', 'workflow'], { examples: ['Which columns exist?'] }),
  tool('list_pages', ['tables'], { effect: 'preview' }),
  tool('start_draft', ['workflow'], { input_schema: { properties: { rule_name: {} } } }),
  tool('ping', ['core']),
];

test.each([
  [{}, ['search_schema', 'list_pages', 'start_draft', 'ping']],
  [{ text: 'SCHEMA' }, ['search_schema']],
  [{ text: 'list pages' }, ['list_pages']],
  [{ text: 'columns which' }, ['search_schema']],
  [{ text: 'rule_name' }, ['start_draft']],
  [{ text: 'nothing has this' }, []],
  [{ group: 'tables' }, ['search_schema', 'list_pages']],
  [{ group: 'tables', effect: 'preview' as const }, ['list_pages']],
])('%j leaves %j', (filter, names) => {
  expect(filterTools(tools, { ...NO_FILTER, ...filter }).map(({ name }) => name)).toEqual(names);
});

test('tools stand under the contexts that have them, those of several last', () => {
  const titles = sectionsOf(tools, agents).map(({ title }) => title);
  expect(titles).toEqual(['Workflow', 'Tables', 'Core', 'Workflow and Tables']);
});

test('sections hold every tool once', async () => {
  const group = fc.constantFrom('workflow', 'tables', 'core');
  const any = fc
    .tuple(fc.string(), fc.uniqueArray(group, { minLength: 1 }))
    .map(([name, groups]) => tool(name, groups));
  await holds([fc.array(any)], (given) => {
    const held = sectionsOf(given, agents).flatMap((section) => section.tools);
    expect(new Set(held)).toEqual(new Set(given));
    expect(held).toHaveLength(given.length);
  });
});

test('parameters are listed in order, with what is inside them', () => {
  const column = { type: 'object', properties: { width: { type: 'integer' } } };
  const schema = {
    type: 'object',
    required: ['filter', 'gone'],
    properties: {
      filter: {
        type: 'object',
        description: 'What to keep.',
        required: ['value'],
        properties: { value: { type: ['string', 'null'] } },
      },
      columns: { type: 'array', items: column },
      sort: { type: 'array', items: { type: 'string', enum: ['up', 'down'] } },
    },
  };
  const rows = parametersOf(schema).map(({ path, type, required, allowed }) =>
    [path, type, ...(required ? ['required'] : []), ...allowed].join(', '),
  );
  expect(rows).toEqual([
    'filter, object, required',
    'filter.value, text or nothing, required',
    'columns, list of object',
    'columns[].width, whole number',
    'sort, list of text, up, down',
  ]);
  expect(parametersOf(schema)[0]?.description).toBe('What to keep.');
});

test.each([
  [{ enum: [1, 'x'] }, 'anything', ['1', 'x']],
  [{ const: true }, 'anything', ['true']],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'text or number', []],
  [{ type: 'array' }, 'list', []],
])('%j', (property, type, allowed) => {
  expect(parametersOf({ properties: { x: property } })).toMatchObject([{ type, allowed }]);
});

property('any JSON can be read', [fc.jsonValue()], (json) => {
  expect(Array.isArray(parametersOf({ properties: json, required: json }))).toBe(true);
  expect(Array.isArray(parametersOf(json))).toBe(true);
});
