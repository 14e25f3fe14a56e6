import { describe, expect, test } from '@jest/globals';
import { AppError } from '../foundation/errors.js';
import { tool } from '../../test/support/loop.js';
import { createCatalog } from './catalog.js';

const catalog = createCatalog([
  tool('b_of_notes'),
  tool('a_of_lists', { groups: ['lists'] }),
  tool('shared', { groups: ['lists', 'notes'] }),
]);

test.each([
  [undefined, ['b_of_notes', 'a_of_lists', 'shared']],
  [['notes'] as const, ['b_of_notes', 'shared']],
  [['lists'] as const, ['a_of_lists', 'shared']],
  [['lists', 'notes'] as const, ['b_of_notes', 'a_of_lists', 'shared']],
  [['core'] as const, []],
  [[], []],
])('the names of the groups %j, in catalogue order and each once', (groups, names) => {
  expect(catalog.names(groups)).toEqual(names);
});

test('finds a tool by its exact name, with the check of its arguments', () => {
  expect(catalog.find('shared')?.tool.name).toBe('shared');
  expect(() => catalog.find('shared')?.check({})).not.toThrow();
  for (const name of ['Shared', '', 'toString', '__proto__']) {
    expect(catalog.find(name)).toBeUndefined();
  }
});

describe('refuses', () => {
  test.each([
    ['a name twice', ['one', 'two', 'one']],
    ['an empty name', ['']],
    ['a name with a blank', ['two words']],
    ['a name with a dash', ['two-words']],
    ['a name that begins with a digit', ['2nd']],
    ['a name of 65 characters', ['x'.repeat(65)]],
    ['a name with a line break at its end', ['name\n']],
  ])('%s', (_name, names) => {
    const create = () => createCatalog(names.map((name) => tool(name)));
    expect(create).toThrow(AppError);
    expect(create).toThrow(/^The tool ".*" of "test" has a name/s);
  });

  test('nothing that every model API accepts', () => {
    expect(createCatalog([tool('x'.repeat(64)), tool('_a1')]).tools).toHaveLength(2);
  });
});
