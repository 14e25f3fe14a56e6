import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { linkNodes, type LinkText, type LinkDocument } from './link.js';
import { similarLinks } from './similar.js';

const documents: LinkDocument[] = [
  { id: 1, title: 'Harbour Ordinance (Title 12 of the Town Code)', abbreviation: '', path: 'h.md' },
  { id: 2, title: 'Gesetz zum Schutz (StrlSchG)', abbreviation: 'StrlSchG', path: 'strlschg.md' },
  { id: 3, title: 'Ordinance No. 34: Nights', abbreviation: 'Ordinance No. 34', path: 'o34.md' },
];

/** A node of document and key, e.g. `1 § 12-104`; parts have their path as key. */
function node(id: number, place: string, text = ''): LinkText {
  const documentId = Number(place[0]);
  const key = place.slice(2);
  const above = key.slice(0, key.lastIndexOf('/')) || 'title';
  const parentKey = key === 'title' ? null : key.includes('/') ? above : 'title';
  return { id, documentId, key, parentKey, text };
}

const PARTS = ['/Teil 1', '/Teil 1/Kapitel 1', '/Teil 2', '/Teil 2/Kapitel 1'];
/** Document 1 has the nodes from 10 on, 2 those from 20 on, 3 that of 30. */
const others = [['§ 12-104', '§ 12-105'], ['§ 70', '§ 71', ...PARTS, 'Anlage 4'], []].flatMap(
  (keys, at) => ['title', ...keys].map((key, nth) => node(10 * (at + 1) + nth, `${at + 1} ${key}`)),
);

/** The edges but `contains` that a text has, as "relation from>to (detail)", and the reasons of those without. */
function links(place: string, text: string): string[] {
  const own = node(99, place, text);
  const rest = others.filter(({ documentId: id, key }) => id !== own.documentId || key !== own.key);
  const result = linkNodes(documents, [...rest, own]);
  const edges = result.links.filter(({ relation }) => relation !== 'contains');
  const told = edges.map(({ relation, from, to, detail }) => {
    return `${relation} ${from}>${to}${detail === null ? '' : ` (${detail})`}`;
  });
  return [...told, ...result.unresolved.map(({ reason }) => reason)];
}

it.each([
  ['1 § 12-200', 'as § 12-104(b) says', ['cites 99>11 ((b))']],
  ['1 § 12-200', '§§ 12-104 and 12-105', ['cites 99>11', 'cites 99>12']],
  ['2 § 5', 'nach § 70 Absatz 1 und § 70 Absatz 2', ['cites 99>21 (Absatz 1; Absatz 2)']],
  ['2 § 5', 'nach § 700', ['no_such_number']],
  ['2 § 5', 'Anlage 4 Tabelle 1', ['cites 99>27 (Tabelle 1)']],
  ['2 § 70', 'dieser § 70', []],
  ['1 § 12-200', '§ 70 Abs. 1 StrlSchG', ['cites 99>21 (Abs. 1)']],
  ['1 § 12-200', '§ 70 des Strahlenschutzgesetzes', ['cites 99>21']],
  ['1 § 12-200', '§ 9 des Atomgesetzes', ['other_act']],
  ['1 § 12-200', '§ 70', ['no_such_number']],
  ['2 § 5', '§ 12-104 des Stadtrechts', ['cites 99>11']],
  ['3 § 1', '§ 12-104 of the Harbour Ordinance', ['cites 99>11']],
  ['1 § 12-200', 'see Ordinance No. 34', ['cites 99>30']],
  ['2 /Teil 2/Kapitel 3', 'nach Kapitel 1', ['cites 99>26']],
  ['2 § 5', 'nach Kapitel 1', ['ambiguous']],
  ['2 § 5', 'nach Teil 1 Kapitel 1', ['cites 99>24 (Kapitel 1)']],
])('%s: "%s"', (place, text, expected) => expect(links(place, text)).toEqual(expected));

it.each([
  ['3 § 1', '§ 12-104 is amended: the permit must name the quay.', ['amends 99>11']],
  ['3 § 1', '§ 12-104 and § 12-105 are repealed.', ['amends 99>11', 'amends 99>12']],
  ['3 § 1', '§ 12-104 is amended as in § 12-105 provided.', ['amends 99>11', 'cites 99>12']],
  ['3 § 1', '§ 70 Absatz 1 StrlSchG wird wie folgt geändert:', ['amends 99>21 (Absatz 1)']],
  ['1 § 12-105', 'As amended by Ordinance No. 34.', ['amends 30>99']],
  ['1 § 12-200', '§ 12-104 applies. The fee is amended each year.', ['cites 99>11']],
])('tells amendments: %s "%s"', (place, text, expected) =>
  expect(links(place, text)).toEqual(expected),
);

it('says which part contains what', () => {
  const { links: all } = linkNodes(documents, others);
  const contains = all.filter(({ relation }) => relation === 'contains');
  expect(contains.map(({ from, to }) => [from, to])).toContainEqual([25, 26]);
  expect(contains).toHaveLength(others.length - documents.length);
});

const at = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle), 0.2);

it('joins the pair that stands out, once and from the lower id', async () => {
  const others = Array.from({ length: 16 }, (_, i) => ({ id: i + 10, vector: axis(i) }));
  const twins = [2, 1].map((id) => ({ id, vector: axis(20) }));
  const links = await similarLinks([...twins, ...others]);
  expect(links).toEqual([{ relation: 'similar', from: 1, to: 2, detail: '1.00' }]);
});

it('joins nothing where all are as far apart', async () => {
  const alike = Array.from({ length: 20 }, (_, i) => ({ id: i, vector: axis(i) }));
  expect(await similarLinks(alike)).toEqual([]);
  expect(await similarLinks([])).toEqual([]);
});

it('gives a section no more than three of its own, and no pair twice', async () => {
  const angle = fc.double({ min: 0, max: 6, noNaN: true });
  const angles = fc.array(angle, { minLength: 3, maxLength: 30 });
  await holds([angles], { numRuns: 50 }, async (all) => {
    const sections = all.map((angle, id) => ({ id, vector: at(angle) }));
    const links = await similarLinks(sections);
    expect(links.length).toBeLessThanOrEqual(3 * sections.length);
    expect(new Set(links.map(({ from, to }) => `${from}>${to}`)).size).toBe(links.length);
    expect(links.every(({ from, to }) => from < to)).toBe(true);
  });
});

/** A direction of its own for each number. */
function axis(index: number): Float32Array {
  const vector = new Float32Array(24);
  vector[index] = 1;
  return vector;
}
