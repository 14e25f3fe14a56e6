import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import * as marks from './markdown-marks.js';

const numbersIn = (nodes: readonly marks.TreeNode[]): string[] =>
  nodes.flatMap(({ data, children = [] }) =>
    data === undefined ? numbersIn(children) : [data.hProperties['dataSource'] ?? ''],
  );
const textOf = ({ value = '', children = [] }: marks.TreeNode): string =>
  value + children.map(textOf).join('');

test.each([
  ['Kept for 30 days [1].', ['1']],
  ['[1][2] and [12]', ['1', '2', '12']],
  ['[0x1] [a] [] [1234] 1]', []],
])('%s has the markers %j', (text, numbers) =>
  expect(numbersIn(marks.markersIn(text))).toEqual(numbers),
);

test('no text is lost or added', async () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('[1]', '[', ']', '[22]', '[1', '2]'));
  await holds([fc.array(piece)], (pieces) => {
    const text = pieces.join('');
    expect(marks.markersIn(text).map(textOf).join('')).toBe(text);
  });
});

test('code and links are left as they are written', () => {
  const text = { type: 'text', value: '[1]' };
  const tree: marks.TreeNode = {
    type: 'root',
    children: [
      { type: 'paragraph', children: [{ ...text }, { type: 'strong', children: [{ ...text }] }] },
      { type: 'link', children: [{ ...text }] },
      { type: 'inlineCode', value: '[1]' },
    ],
  };
  marks.markSources()(tree);
  expect(numbersIn(tree.children ?? [])).toEqual(['1', '1']);
  expect(tree.children?.[1]?.children).toEqual([text]);
});

const find = (text: string) =>
  [...text.matchAll(/§ (\d)/g)].map(({ 0: name, 1: key = '', index: start }) => {
    return { start, end: start + name.length, key };
  });

/** The text of a tree, each part that leads somewhere as `<text|where>`. */
const shown = ({ value = '', data, children = [] }: marks.TreeNode): string => {
  const inside = value + children.map(shown).join('');
  const to = data?.hProperties['dataPlace'] ?? data?.hProperties['dataTo'];
  return data === undefined ? inside : `<${inside}|${to}>`;
};
const text = (value: string): marks.TreeNode => ({ type: 'text', value });
const within = (type: string, value: string): marks.TreeNode => ({ type, children: [text(value)] });

test.each([
  ['paragraph', '§ 1 says so (see § 2).', '<§ 1|1> says so (see <§ 2|2>).'],
  ['paragraph', 'by § 3', 'by <§ 3|3>'],
  ['paragraph', 'nothing', 'nothing'],
  ['inlineCode', '§ 1', '§ 1'],
  ['link', '§ 1', '§ 1'],
])(
  'places are links where they are named, outside code and links: %s %s',
  (type, value, expected) => {
    const tree = within(type, value);
    marks.linkPlaces(find)()(tree);
    expect(shown(tree)).toBe(expected);
  },
);

const THINGS = [
  { name: 'Orders', to: '#/o' },
  { name: 'Orders late', to: '#/l' },
];
const quoted = 'I changed “Orders” and "Orders late".';
const listed = { type: 'listItem', children: [within('paragraph', 'Orders late: 3 rows')] };

test.each<[string, marks.TreeNode, string]>([
  ['quoted', within('paragraph', quoted), 'I changed “<Orders|#/o>” and "<Orders late|#/l>".'],
  ['bold', within('strong', 'Orders'), '<Orders|#/o>'],
  ['in a list', listed, '<Orders late|#/l>: 3 rows'],
  ['a word of a sentence', within('paragraph', 'Orders are late.'), 'Orders are late.'],
  ['part of a word', within('strong', 'Ordersheet'), 'Ordersheet'],
  ['in code', within('inlineCode', '“Orders”'), '“Orders”'],
  ['in a link', within('link', '“Orders”'), '“Orders”'],
])('names are links where they are names: %s', (_, tree, expected) => {
  marks.linkNames(THINGS)()(tree);
  expect(shown(tree)).toBe(expected);
});

test.each<[string, string]>([
  ['links that never close', '[a]('.repeat(20_000)],
  ['markers of sources', '[1]'.repeat(30_000)],
  ['emphasis that never closes', '*a**b'.repeat(20_000)],
  ['headings by underlining', 'a\n=\n'.repeat(5_000)],
  ['cells', `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|`],
  ['references', `[a]: b\n\n${'[a]'.repeat(5_000)}`],
  ['quotes in quotes', '>'.repeat(60)],
  ['quotes in quotes with spaces', `ok\n\n${'> '.repeat(60)}`],
  ['lists in lists', `${'- '.repeat(60)}a`],
  ['numbered lists in lists', `${'1. '.repeat(60)}a`],
  ['a very long text', 'word '.repeat(50_000)],
])('%s are shown as they are written', (_, text) => expect(marks.isDrawable(text)).toBe(false));

test.each<[string, string]>([
  ['a long answer', '## Part\n\nThe quick *brown* fox [1] jumps.\n\n'.repeat(300)],
  ['a table of 400 rows', `| id | name |\n|-|-|\n${'| 17 | Meyer |\n'.repeat(400)}`],
  ['a long code block', `\`\`\`\n${'x = 1;\n'.repeat(900)}\`\`\``],
  ['a rule of dashes', `a\n\n${'-'.repeat(80)}\n\nb`],
  ['quotes of a mail', '> > > Hello\n> > you\n'.repeat(50)],
])('%s is drawn', (_, text) => expect(marks.isDrawable(text)).toBe(true));

test('a letter keeps as many accents as a script uses', () => {
  expect(marks.shortenMarks('a\u0301e\u0301\u0308 नि')).toBe('a\u0301e\u0301\u0308 नि');
  expect(marks.shortenMarks(`a${'\u0301'.repeat(100_000)}b`)).toBe(`a${'\u0301'.repeat(16)}…b`);
});
