import { expect, test } from '@jest/globals';
import { linkPlaces } from './link-places.js';
import type { TreeNode } from './mark-sources.js';

const NAMES = ['§ 12-1', '§ 12-104', 'Title 12'];

/** The text of a tree with its places in angle brackets. */
function linked(type: string, value: string): string {
  const tree: TreeNode = { type, children: [{ type: 'text', value }] };
  linkPlaces(NAMES)()(tree);
  const read = ({ value: own, data, children = [] }: TreeNode): string => {
    const inside = (own ?? '') + children.map(read).join('');
    return data === undefined ? inside : `<${inside}>`;
  };
  return read(tree);
}

test.each([
  ['§ 12-104 says so (see § 12-1).', '<§ 12-104> says so (see <§ 12-1>).'],
  ['§ 12-104, § 12-104 and § 12-1044', '<§ 12-104>, <§ 12-104> and § 12-1044'],
  ['§ 12-104.5 and § 12-104-2 are others', '§ 12-104.5 and § 12-104-2 are others'],
  ['§ 12-104. It ends a sentence.', '<§ 12-104>. It ends a sentence.'],
  ['Subtitle 12, subTitle 12', 'Subtitle 12, subTitle 12'],
  ['nothing', 'nothing'],
])('places are links where they are named: %s', (text, expected) => {
  expect(linked('paragraph', text)).toBe(expected);
});

test('what is code or a link already stays as it is', () => {
  expect(linked('inlineCode', '§ 12-104')).toBe('§ 12-104');
  expect(linked('link', '§ 12-104')).toBe('§ 12-104');
});
