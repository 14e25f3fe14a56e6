import fc from 'fast-check';
import { cpuGrowth } from '../../test/support/cpu-growth.js';
import { holds } from '../../test/support/property.js';
import { findReferences, innerReferences } from './find-references.js';
import { askedReferences } from './asked-references.js';

type Found = ReturnType<typeof findReferences>[number];
const told = ({ kind, unit, number, detail = '', document = '' }: Found) => {
  const name = unit ?? (kind === 'section' ? '§' : kind);
  return [`${name} ${number}`, detail, document].join(' | ').replace(/( \| )+$/, '');
};
const found = (text: string) => findReferences(text).map(told);

/** Sections of one act. */
const all = (numbers: string, act: string) => numbers.split(' ').map((n) => `§ ${n} |  | ${act}`);

const table: [string, string[]][] = [
  ['see § 2.2-3700.', ['§ 2.2-3700']],
  ['under § 12-104, the warden', ['§ 12-104']],
  ['§ 12-104(b)(1) applies', ['§ 12-104 | (b)(1)']],
  ['§§ 12-104 and 12-105', ['§ 12-104', '§ 12-105']],
  ['§ 12-104 or 12-105', ['§ 12-104', '§ 12-105']],
  // With hyphens that do not break.
  ['§ 12‑104‑3', ['§ 12-104-3']],
  ['§ 12‑104 or 12‑105', ['§ 12-104', '§ 12-105']],
  ['§§ 12-104 through 12-106', ['§ 12-104', '§ 12-105', '§ 12-106']],
  ['Va. Code Ann. § 2.2-3700 et seq.', ['§ 2.2-3700 |  | Va. Code Ann.']],
  ['Under The Harbour Code § 3-101', ['§ 3-101 |  | Harbour Code']],
  ['42 U.S.C. § 1983', ['§ 1983 |  | 42 U.S.C.']],
  ['§ 70 Abs. 1 Satz 2 Nr. 3', ['§ 70 | Abs. 1 Satz 2 Nr. 3']],
  ['nach § 19 Absatz\n    1 Satz 1 Nummer 2 untersagen', ['§ 19 | Absatz 1 Satz 1 Nummer 2']],
  ['§ 89 Satz 1 Nummer 1, 6, 10 oder 12, § 90', ['§ 89 | Satz 1 Nummer 1, 6, 10 oder 12', '§ 90']],
  ['§ 9 Absatz 1 Nummer 1 Buchstabe c oder d gilt', ['§ 9 | Absatz 1 Nummer 1 Buchstabe c oder d']],
  ['§ 70 (1) und (2)', ['§ 70 | (1) und (2)']],
  ['§ 55 Absatz 1 Satz 1 oder Absatz 3', ['§ 55 | Absatz 1 Satz 1 oder Absatz 3']],
  ['§§ 12 und 13', ['§ 12', '§ 13']],
  ['§§ 5 bis 7', ['§ 5', '§ 6', '§ 7']],
  ['§§ 9a–9c', ['§ 9a', '§ 9b', '§ 9c']],
  ['§§ 98, 99 und § 96 Absatz 1', ['§ 98', '§ 99', '§ 96 | Absatz 1']],
  ['§§ 56 und 65 Absatz 1 Satz 2', ['§ 56', '§ 65 | Absatz 1 Satz 2']],
  ['§§ 12 Absatz 1 und 2 sowie 13', ['§ 12 | Absatz 1 und 2', '§ 13']],
  ['§§ 12 Abs. 1 und 7 Abs. 2', ['§ 12 | Abs. 1', '§ 7 | Abs. 2']],
  ['§§ 1 bis 5000', ['§ 1', '§ 5000']],
  ['§ 70 Absatz 1 des Strahlenschutzgesetzes', ['§ 70 | Absatz 1 | Strahlenschutzgesetz']],
  ['§ 70 Abs. 1 StrlSchG', ['§ 70 | Abs. 1 | StrlSchG']],
  ['StrlSchG § 70', ['§ 70 |  | StrlSchG']],
  ['§ 5 der Strahlenschutzverordnung vom', ['§ 5 |  | Strahlenschutzverordnung']],
  ['§ 823 des Bürgerlichen Gesetzbuchs', ['§ 823 |  | Bürgerliches Gesetzbuch']],
  ['§ 3 des Bundes-\nImmissionsschutzgesetzes', ['§ 3 |  | Bundes-Immissionsschutzgesetz']],
  [
    '§ 2 des Gesetzes über die Umweltverträglichkeitsprüfung findet',
    ['§ 2 |  | Gesetz über die Umweltverträglichkeitsprüfung'],
  ],
  [
    '§ 4 der Atomrechtlichen Entsorgungsverordnung zur Anzeige Verpflichtete',
    ['§ 4 |  | Atomrechtliche Entsorgungsverordnung'],
  ],
  ['§ 3 dieser Verordnung', ['§ 3']],
  ['§ 3 der Rechtsverordnung nach § 24', ['§ 3', '§ 24']],
  ['den §§ 6, 7, 9 oder 9b des Atomgesetzes', all('6 7 9 9b', 'Atomgesetz')],
  ['§ 6, § 7 oder § 9 AtG', all('6 7 9', 'AtG')],
  [
    '§ 9a Absatz 3 Satz 1 erster Halbsatz zweiter Satzteil des Atomgesetzes',
    ['§ 9a | Absatz 3 Satz 1 erster Halbsatz zweiter Satzteil | Atomgesetz'],
  ],
  [
    '§ 28a in Verbindung mit § 28b Absatz 1 der Röntgenverordnung',
    ['§ 28a |  | Röntgenverordnung', '§ 28b | Absatz 1 | Röntgenverordnung'],
  ],
  ['§ 6 gilt. Nach § 9 AtG', ['§ 6', '§ 9 |  | AtG']],
  ['Section 4(b)', ['§ 4 | (b)']],
  ['Sections 4(b) and 5', ['§ 4 | (b)', '§ 5']],
  ['Sections 4 and 5 of the Open Records Ordinance', all('4 5', 'Open Records Ordinance')],
  ['section 12, paragraph 2, of this ordinance', ['§ 12 | paragraph 2']],
  ['Section 4 of the Act', ['§ 4']],
  ['Section 4 and 20 employees', ['§ 4']],
  ['Section 9 of Ordinance No. 12 is amended', ['§ 9 |  | Ordinance No. 12']],
  ['Art. 3', ['article 3']],
  ['Articles 6 and 7 GDPR', ['article 6 |  | GDPR', 'article 7 |  | GDPR']],
  ['Article IV', ['article IV']],
  [
    'Art. 3 Absatz 2 der Verordnung (EU) 2016/679',
    ['article 3 | Absatz 2 | Verordnung (EU) 2016/679'],
  ],
  [
    'Artikel 7 der Richtlinie 2013/59/Euratom des Rates',
    ['article 7 |  | Richtlinie 2013/59/Euratom'],
  ],
  ['Article 12(3) of Regulation (EU) 2016/679', ['article 12 | (3) | Regulation (EU) 2016/679']],
  ['Anlage 4', ['annex 4']],
  ['Anlage 4 Tabelle 1 Spalte 2', ['annex 4 | Tabelle 1 Spalte 2']],
  ['die Anlagen 4 und 5', ['annex 4', 'annex 5']],
  ['Annex II', ['annex II']],
  ['Schedule B', ['annex B']],
  ['Part 3', ['Part 3']],
  ['Teil 2 Kapitel 1', ['Teil 2 | Kapitel 1']],
  ['die Kapitel 1 bis 3', ['Kapitel 1', 'Kapitel 2', 'Kapitel 3']],
  ['Directive 2013/59/Euratom and Ordinance No. 7', ['document 2013/59/Euratom', 'document 7']],
];

it.each(table)('%s', (text, expected) => {
  expect(found(text)).toEqual(expected);
  expect(found(`Vorweg: ${text}`)).toEqual(expected);
});

it.each([
  ...['part of the way', 'a section of the quay', 'Subsection 4', 'Anlage zur Lagerung'],
  ...['Article of clothing', '§', 'Teilnahme 3', 'the third part'],
])('finds nothing in "%s"', (text) => expect(findReferences(text)).toEqual([]));

it('gives places that hold the raw text', () => {
  const [first, second] = findReferences('Nach StrlSchG § 70 Abs. 1 und Anlage 4 gilt.');
  expect(first).toMatchObject({ raw: 'StrlSchG § 70 Abs. 1', start: 5, end: 25 });
  expect(second).toMatchObject({ raw: 'Anlage 4', start: 30, end: 38 });
});

it('keeps places in order, inside the text, and true to it, whatever the text', async () => {
  const pieces = table.map(([text]) => text);
  const more = ['§', '§§ 3', ', 4', ' und ', ' bis ', '7', '(b)', 'Abs. ', '\n'];
  const words = fc.oneof(fc.constantFrom(...pieces, ...more), fc.string());
  await holds([fc.array(words, { maxLength: 30 })], { numRuns: 300 }, (parts) => {
    const text = parts.join(' ');
    let last = { start: 0, end: 0 };
    for (const reference of findReferences(text)) {
      expect(reference.raw).toBe(text.slice(reference.start, reference.end));
      expect(reference.number).toMatch(/^[\dA-Z]/);
      const isSame = reference.start === last.start && reference.end === last.end;
      expect(isSame || reference.start >= last.end).toBe(true);
      last = reference;
    }
  });
});

it('finds each of many references, written one after the other', async () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 1 });
  await holds([numbers, fc.constantFrom('§ ', 'Section ', 'Article ', 'Anlage ')], (all, lead) => {
    const text = all.map((number) => `nach ${lead}${number} gilt dies.`).join(' ');
    expect(findReferences(text).map(({ number }) => number)).toEqual(all.map(String));
  });
});

it.each([
  ...['§', '§ 1', '§§ 1–99,', '§§ 1, 2, 3, ', '§ 1 Abs. 1, 2, 3 ', '§ 1(a)(b)', '§ 1 und '],
  ...['§ 1                        ', 'Section 4 of Aa Bb Cc Dd Ee Ff ', 'Verordnung (EU) Nr. '],
  '§ 1 des Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-Bbbbbbbbbbbbbbbbb',
  ...['A A A A A A A A Code § 1 ', '1.1.1.1.1.1.1.1.1-', 'paragraph 12-', '§ 1 Abs. 1 nr |ff|(|G'],
])('takes time in proportion to many of "%s"', async (piece) => {
  const find = (chars: number) => askedReferences(piece.repeat(Math.ceil(chars / piece.length)));
  expect(await cpuGrowth(find, 2 ** 15)).toBeLessThan(20);
});

test.each([
  ['hat innerhalb der Frist nach Satz 2 zu messen', ['Satz 2']],
  ['im Falle des Satzes 1 Nummer 1 und nach Absatz 2', ['Satzes 1 Nummer 1', 'Absatz 2']],
  ['Die Sätze 2 und 3 gelten nicht.', ['Sätze 2', 'Sätze 3']],
  ['Abfälle im Sinne des § 5 Absatz 31 Satz 1', ['5: Absatz 31 Satz 1']],
  ['nach § 3 des Atomgesetzes', ['3 Atomgesetz: ']],
  ['Subsection (2) does not apply; section 4(b) does.', ['(2)', '4: (b)']],
  ['Er setzt Absätze und Sätze.', []],
])('%s', (text, expected) => {
  const said = innerReferences(text).map(({ section, detail = '' }) => {
    if (section === undefined) return detail.replace(/^subsection /i, '');
    return `${[section.number, section.document].filter(Boolean).join(' ')}: ${detail}`;
  });
  expect(said).toEqual(expected);
});

test('a place is told as it stands there', () => {
  const text = 'wer nach Absatz 1 Satz 2 handelt, und § 4';
  const places = innerReferences(text);
  expect(places.map(({ raw }) => raw)).toEqual(['Absatz 1 Satz 2', '§ 4']);
  for (const { raw, start } of places) expect(text.indexOf(raw)).toBe(start);
});

const asked = (text: string) => askedReferences(text).map(told);

it.each<[string, string[]]>([
  ['§78 StrlSchG', ['§ 78 |  | StrlSchG']],
  ['Was sagt Paragraph 78 StrlSchG?', ['§ 78 |  | StrlSchG']],
  ['paragraf 78 abs. 2 satz 1', ['§ 78 | Abs. 2 Satz 1']],
  ['§ 78 abs 2 s. 1 nr 3 StrlSchG', ['§ 78 | Abs. 2 S. 1 Nr. 3 | StrlSchG']],
  ['§§ 78 ff. StrlSchG', ['§ 78 | ff. | StrlSchG']],
  ['§ 78 f. StrlSchG', ['§ 78 | f. | StrlSchG']],
  ['§§ 78-80 StrlSchG', all('78 79 80', 'StrlSchG')],
  ['anlage 4 StrlSchV', ['annex 4 |  | StrlSchV']],
  ['Anlage 4 zur Strahlenschutzverordnung', ['annex 4']],
  ['artikel 3 absatz 1', ['article 3 | Absatz 1']],
  ['sec 12-104', ['§ 12-104']],
  ['Art 5', ['article 5']],
  ['What does 12-104 say?', ['§ 12-104']],
  ['12-104(b)', ['§ 12-104 | (b)']],
  ['teil 2 kapitel 1', ['Teil 2 | Kapitel 1']],
  ['§§78ff. StrlSchG', ['§ 78 | ff. | StrlSchG']],
  ['§ 78f StrlSchG', ['§ 78f |  | StrlSchG']],
  ['§ 78 abs 1 s 2 nr 3 lit b', ['§ 78 | Abs. 1 S. 2 Nr. 3 lit. b']],
  ['§ 78 II StrlSchG', ['§ 78 | Abs. 2 | StrlSchG']],
  ['§ 78 II 1 Nr. 3 StrlSchG', ['§ 78 | Abs. 2 Satz 1 Nr. 3 | StrlSchG']],
  ['Art. 6 Abs. 1 lit. f DSGVO', ['article 6 | Abs. 1 lit. f | DSGVO']],
  ['art 6 abs 1 lit f', ['article 6 | Abs. 1 lit. f']],
  ['§ 12-301 (a) of the Harbour Ordinance', ['§ 12-301 | (a) | Harbour Ordinance']],
  ['§§ 12-301 et seq.', ['§ 12-301']],
  ['12-301 to 12-303', ['301', '302', '303'].map((n) => `§ 12-${n}`)],
  ['section 3 of ordinance no. 34', ['§ 3 |  | Ordinance No. 34']],
  ['Va. Code § 2.2-3704(B)(4)', ['§ 2.2-3704 | (B)(4) | Va. Code']],
  ['Annex A of the Hazardous Goods Ordinance', ['annex A |  | Hazardous Goods Ordinance']],
  // What only looks like a number of a law.
  ['Was geschah am 2024-05-03?', []],
  ['call 030-1234567', []],
  ['paragraphs about fees', []],
  ['Which paragraph has 3 sentences?', []],
  ['open for 10-15 days, 100-200 EUR', []],
  ['20 Millisievert im Kalenderjahr', []],
])('reads %s', (text, expected) => expect(asked(text)).toEqual(expected));
