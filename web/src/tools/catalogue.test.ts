import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AgentInfo, ToolInfo } from '../api/types.js';
import { filterTools, NO_FILTER, sectionsOf } from './catalogue.js';

const tool = (name: string, groups: string[], more: Partial<ToolInfo> = {}): ToolInfo => ({
  name,
  description: `About ${name}.`,
  source: 'erp',
  groups,
  effect: 'read',
  input_schema: {},
  examples: [],
  ...more,
});
const agent = (context_type: string, title: string): AgentInfo => ({
  context_type,
  title,
  description: '',
  examples: [],
});
const agents = [agent('workflow', 'Workflows'), agent('tables', 'Tables')];
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
  const left = filterTools(tools, { ...NO_FILTER, ...filter });
  expect(left.map(({ name }) => name)).toEqual(names);
});

test('tools stand under the contexts that have them, those of several last', () => {
  expect(sectionsOf(tools, agents).map(({ title }) => title)).toEqual([
    'Workflows',
    'Tables',
    'Core',
    'Workflows and Tables',
  ]);
});

test('sections hold every tool once', () => {
  const group = fc.constantFrom('workflow', 'tables', 'core');
  const any = fc
    .tuple(fc.string(), fc.uniqueArray(group, { minLength: 1 }))
    .map(([name, groups]) => tool(name, groups));
  fc.assert(
    fc.property(fc.array(any), (given) => {
      const held = sectionsOf(given, agents).flatMap((section) => section.tools);
      expect(new Set(held)).toEqual(new Set(given));
      expect(held).toHaveLength(given.length);
    }),
  );
});
