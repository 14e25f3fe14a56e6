import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { markSources, parts, type TreeNode } from './mark-sources.js';

const numbersIn = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ data, children = [] }) =>
    data === undefined ? numbersIn(children) : [data.hProperties['dataSource'] ?? ''],
  );
const textOf = ({ value = '', children = [] }: TreeNode): string =>
  value + children.map(textOf).join('');

test.each([
  ['Kept for 30 days [1].', ['1']],
  ['[1][2] and [12]', ['1', '2', '12']],
  ['[0x1] [a] [] [1234] 1]', []],
])('%s has the markers %j', (text, numbers) => {
  expect(numbersIn(parts(text))).toEqual(numbers);
});

test('no text is lost or added', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('[1]', '[', ']', '[22]', '[1', '2]'));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(parts(text).map(textOf).join('')).toBe(text);
    }),
  );
});

test('code and links are left as they are written', () => {
  const text = { type: 'text', value: '[1]' };
  const tree: TreeNode = {
    type: 'root',
    children: [
      { type: 'paragraph', children: [{ ...text }, { type: 'strong', children: [{ ...text }] }] },
      { type: 'link', children: [{ ...text }] },
      { type: 'inlineCode', value: '[1]' },
    ],
  };
  markSources()(tree);
  expect(numbersIn(tree.children ?? [])).toEqual(['1', '1']);
  expect(tree.children?.[1]?.children).toEqual([text]);
});
