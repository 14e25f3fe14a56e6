import { expect, test } from '@jest/globals';
import { linkNames } from './link-names.js';
import type { TreeNode } from './mark-sources.js';

const THINGS = [
  { name: 'Orders', to: '#/o' },
  { name: 'Orders late', to: '#/l' },
];

const text = (value: string): TreeNode => ({ type: 'text', value });
const within = (type: string, value: string): TreeNode => ({ type, children: [text(value)] });

/** The links of a tree as `name → address`, and its whole text. */
function linked(node: TreeNode) {
  const tree = structuredClone(node);
  linkNames(THINGS)()(tree);
  const links: string[] = [];
  const read = ({ value, data, children = [] }: TreeNode): string => {
    const inside = (value ?? '') + children.map(read).join('');
    if (data !== undefined) links.push(`${inside} → ${data.hProperties['dataTo']}`);
    return inside;
  };
  return { text: read(tree), links };
}

test.each<[string, TreeNode, string[]]>([
  [
    'quoted',
    within('paragraph', 'I changed “Orders” and "Orders late".'),
    ['Orders → #/o', 'Orders late → #/l'],
  ],
  ['bold', within('strong', 'Orders'), ['Orders → #/o']],
  [
    'in a list',
    { type: 'listItem', children: [within('paragraph', 'Orders late: 3 rows')] },
    ['Orders late → #/l'],
  ],
  ['a word of a sentence', within('paragraph', 'Orders are late.'), []],
  ['part of a word', within('strong', 'Ordersheet'), []],
  ['in code', within('inlineCode', '“Orders”'), []],
  ['in a link', within('link', '“Orders”'), []],
])('names are links where they are names: %s', (_, tree, links) => {
  const found = linked(tree);
  expect(found.links).toEqual(links);
  expect(found.text).toBe(linked({ ...tree, type: 'link' }).text);
});
