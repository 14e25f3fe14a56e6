import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { differences, pairUp } from './differences.js';

test.each<[string, unknown, unknown, string[]]>([
  ['more fields are fine', { a: 1 }, { a: 1, b: 2 }, []],
  ['another value', { a: { b: 1 } }, { a: { b: 2 } }, ['a.b is 2, not 1']],
  ['no such field', { a: null }, {}, ['a is missing, not null']],
  ['a number is no text', '1', 1, ['it is 1, not "1"']],
  ['items in another order', [1, { a: 2 }], [{ a: 2, b: 3 }, 1], []],
  ['an item that is wanted twice', [1, 1], [1, 2], [': no item has 1']],
  ['an object for a list', { list: [1] }, { list: { 0: 1 } }, ['list is {"0":1}, not [1]']],
  ['a list for an object', { a: 1 }, [1], ['it is [1], not {"a":1}']],
  ['null for an object', { a: { b: 1 } }, { a: null }, ['a is null, not {"b":1}']],
])('%s', (_name, expected, actual, lines) => {
  expect(differences(expected, actual)).toEqual(lines);
});

test('every value holds itself, whatever is added and however lists are turned', async () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
    ),
  }));
  await holds([tree], { seed: 7, numRuns: 300 }, (value) => {
    expect(differences(value, grown(value))).toEqual([]);
  });
});

test('as many are paired as can be', async () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 5 });
  await holds([numbers, numbers], { seed: 7, numRuns: 300 }, (wanted, found) => {
    const paired = pairUp(wanted, found, (one, other) => one === other);
    const used = paired.filter((at) => at !== undefined);
    expect(new Set(used).size).toBe(used.length);
    const count = (list: number[], value: number) => list.filter((one) => one === value).length;
    const most = [0, 1, 2, 3].map((one) => Math.min(count(wanted, one), count(found, one)));
    expect(used).toHaveLength(most.reduce((total, one) => total + one, 0));
  });
});

function grown(value: unknown): unknown {
  if (Array.isArray(value)) return [...value.map(grown).reverse(), 'one more'];
  if (typeof value !== 'object' || value === null) return value;
  const same = Object.entries(value).map(([key, one]) => [key, grown(one)] as const);
  return Object.fromEntries([...same, ['\0 more', true]]);
}
