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
  expect([...catalog.names(groups)]).toEqual(names);
});

test('finds a tool by its exact name, with the check of its arguments', () => {
  expect(catalog.find('shared')?.tool.name).toBe('shared');
  expect(() => catalog.find('shared')?.check({})).not.toThrow();
  for (const name of ['Shared', '', 'toString', '__proto__']) {
    expect(catalog.find(name)).toBeUndefined();
  }
});
