import { expect, test } from '@jest/globals';
import { linkPlaces } from './link-places.js';
import type { TreeNode } from './mark-sources.js';

/** Finds every "§ n". */
const find = (text: string) =>
  [...text.matchAll(/§ (\d)/g)].map(({ 0: name, 1: key = '', index: start }) => ({
    start,
    end: start + name.length,
    key,
  }));

/** The text of a tree with its places in angle brackets, each with its key. */
function linked(type: string, value: string): string {
  const tree: TreeNode = { type, children: [{ type: 'text', value }] };
  linkPlaces(find)()(tree);
  const read = ({ value: own, data, children = [] }: TreeNode): string => {
    const inside = (own ?? '') + children.map(read).join('');
    return data === undefined ? inside : `<${inside}|${data.hProperties['dataPlace']}>`;
  };
  return read(tree);
}

test.each([
  ['§ 1 says so (see § 2).', '<§ 1|1> says so (see <§ 2|2>).'],
  ['by § 3', 'by <§ 3|3>'],
  ['nothing', 'nothing'],
])('places are links where they are named: %s', (text, expected) => {
  expect(linked('paragraph', text)).toBe(expected);
});

test('what is code or a link already stays as it is', () => {
  expect(linked('inlineCode', '§ 1')).toBe('§ 1');
  expect(linked('link', '§ 1')).toBe('§ 1');
});
