import { fileURLToPath } from 'node:url';
import type { Piece } from '../../knowledge/parsing/parse-document.js';
import { readHeading, readTitle } from '../../references/headings.js';
import { parseMarkdown } from '../../knowledge/parsing/formats/markdown.mjs';
import { toOutline } from './law-outline.js';
import { linkNodes, type LinkText, type LinkDocument } from './link.js';
import { filesIn, readSource } from './build-graph.js';

/** Pieces of a text in which `#` marks headings, as a parser makes them. */
function pieces(text: string): Piece[] {
  return text.split('\n').flatMap((line): Piece[] => {
    const [, marks, words = ''] = /^\s*(#*) ?(.*)/.exec(line) ?? [];
    if (words === '') return [];
    const level = marks?.length ?? 0;
    return [
      level === 0 ? { kind: 'paragraph', text: words } : { kind: 'heading', level, text: words },
    ];
  });
}

const nodesOf = (text: string) => toOutline({ pieces: pieces(text) }, 'file.md').nodes;

describe('readHeading', () => {
  it.each([
    ['§ 12-104 Night work', 'section', '§ 12-104', 'Night work'],
    // With hyphens that do not break.
    ['§ 12‑104‑1 Night work', 'section', '§ 12-104-1', 'Night work'],
    ['§ 9a Aufgaben', 'section', '§ 9a', 'Aufgaben'],
    ['(XXXX) §§ 112 bis 124 (weggefallen)', 'section', '§ 112 bis 124', '(weggefallen)'],
    ['Section 4. Fees', 'section', '§ 4', 'Fees'],
    ['Artikel 2 Inkrafttreten', 'section', 'Art. 2', 'Inkrafttreten'],
    ['Anlage 4 - Freigrenzen (zu § 5)', 'annex', 'Anlage 4', 'Freigrenzen (zu § 5)'],
    ['Annex A: Small quantities', 'annex', 'Annex A', 'Small quantities'],
    ['Teil 2 - Lagerung', 'part', 'Teil 2', 'Lagerung'],
    ['Part 3: Fees', 'part', 'Part 3', 'Fees'],
    ['Particulars', 'other', undefined, 'Particulars'],
    ['Parts of the harbour', 'other', undefined, 'Parts of the harbour'],
  ])('reads %s', (text, kind, label, title) => {
    const heading = readHeading(text);
    expect([heading.kind, heading.label, heading.title]).toEqual([kind, label, title]);
  });

  it.each([
    ['Gesetz über X (StrlSchG)', 'StrlSchG'],
    ['Verordnung über Y (Speicherverordnung - SpVO)', 'SpVO'],
    ['Verordnung (StrlSchV 2018)', 'StrlSchV 2018'],
    ['Ordinance No. 34: Safer Stores', 'Ordinance No. 34'],
    ['Harbour Ordinance (Title 12 of the Town Code)', ''],
    ['Welcome (2nd edition)', ''],
  ])('knows what sections of %s are cited with', (title, abbreviation) =>
    expect(readTitle(title).abbreviation).toBe(abbreviation),
  );
});

describe('toOutline', () => {
  it('makes title, parts and sections, each with its parent and its text', () => {
    const nodes = nodesOf(`
      # Harbour Act (HafG)
      Adopted in May.
      ## Part 1: General
      ### § 1 Purpose
      First.
      Second.
      ## Part 2: Berths
      ### Chapter 1: Assignment
      #### § 2 Who`);
    expect(nodes.map((one) => `${one.sourceId}, ${one.nodeType} in ${one.parentKey}`)).toEqual([
      'HafG, title in undefined',
      'HafG Part 1, part in title',
      'HafG § 1, section in /Part 1',
      'HafG Part 2, part in title',
      'HafG Part 2 Chapter 1, part in /Part 2',
      'HafG § 2, section in /Part 2/Chapter 1',
    ]);
    expect(nodes[0]?.text).toBe('Adopted in May.');
    expect(nodes[2]).toMatchObject({ text: 'First.\nSecond.', headingPath: ['Part 1 General'] });
  });

  it('names sections with their act unless their number says it', () => {
    const nodes = nodesOf(`
      # Harbour Ordinance (Title 12 of the Town Code)
      ## Part 1: General
      ### § 12-104 Night work
      ### Section 4. Fees
      ## Remarks
      Text.`);
    expect(nodes.map(({ sourceId }) => sourceId)).toEqual([
      'Harbour Ordinance',
      'Harbour Ordinance Part 1',
      '§ 12-104',
      'Harbour Ordinance § 4',
      'Harbour Ordinance: Remarks',
    ]);
  });

  it('keeps headings inside a section or an annex as text, also those of an annex that are set too high', () => {
    const nodes = nodesOf(`
      # Act (ActG)
      ## § 1 Terms
      ### Vessels
      A vessel floats.
      ## Anlage 1 Grenzwerte
      # Teil A
      100
      ## Anlage 2 Formulare`);
    const texts = Object.fromEntries(nodes.map(({ key, text }) => [key, text]));
    const terms = 'Vessels\nA vessel floats.';
    expect(texts).toEqual({ title: '', '§ 1': terms, 'Anlage 1': 'Teil A\n100', 'Anlage 2': '' });
  });

  it('makes sections of headings without numbers where they end, and parts where they hold others', () => {
    const nodes = nodesOf(`
      # Handbook
      ## Storage
      ### Cold goods
      Keep cold.
      ### Cold goods
      Again.`);
    const found = nodes.map(({ key, nodeType }) => `${nodeType} ${key}`);
    const goods = 'section /Storage/Cold goods';
    expect(found).toEqual(['title title', 'part /Storage', goods, `${goods} (2)`]);
  });

  it('takes the file’s name for a text without a title', () => {
    const [title] = nodesOf('Only a sentence.');
    expect(title).toMatchObject({ nodeType: 'title', title: 'file', text: 'Only a sentence.' });
  });
});

const FOLDER = fileURLToPath(new URL('../../../samples/town-law', import.meta.url));

test('the sample ordinances hold together: each reference leads to a section, but for a repealed one', async () => {
  const documents: LinkDocument[] = [];
  const nodes: LinkText[] = [];
  const sections: string[] = [];
  for (const path of await filesIn(FOLDER)) {
    const { bytes } = await readSource(FOLDER, path);
    const outline = toOutline(parseMarkdown(bytes), path);
    const { title, abbreviation } = outline;
    documents.push({ id: documents.length, title, abbreviation, path });
    for (const { key, parentKey = null, text, nodeType, sourceId } of outline.nodes) {
      nodes.push({ id: nodes.length, documentId: documents.length - 1, key, parentKey, text });
      if (nodeType === 'section') sections.push(sourceId);
    }
  }
  const { links, unresolved } = linkNodes(documents, nodes);
  expect(unresolved.map(({ raw }) => raw)).toEqual(['§ 7-411 of the Town Court Ordinance']);
  expect(sections).toHaveLength(246);
  expect(new Set(sections).size).toBe(sections.length);
  const count = (relation: string) => links.filter((link) => link.relation === relation).length;
  expect(count('cites')).toBeGreaterThan(150);
  expect(count('amends')).toBeGreaterThan(15);
});
