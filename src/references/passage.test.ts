import { passageOf, openingOf } from './passage.js';
import { detailOf, placeOf } from './headings.js';

const GERMAN = `(1) Der Grenzwert beträgt 20 Millisievert im Kalenderjahr. Die Behörde kann nach § 7 Abs. 2 Nr. 1 mehr zulassen.
(2) Der Grenzwert der Organ-Äquivalentdosis beträgt
1. für die Augenlinse 20 Millisievert,
2. für die Haut
a) gemittelt 500 Millisievert und
b) sonst 50 Millisievert.
Für die Augenlinse gilt Absatz 1 Satz 2 entsprechend.
(3) Für Personen unter 18 Jahren beträgt er 1 Millisievert.`;

const ENGLISH = `(a) No cargo is moved at night without a permit.
(b) The warden may allow it
(1) for fish, and
(2) in an emergency.
(c) A permit costs 20 EUR.`;

const NUMBERED = `In diesem Gesetz gilt:
1. Speicher ist jedes Gebäude.
2. Ware ist, was eingelagert wird.`;

it.each<[string, string, string | undefined]>([
  [GERMAN, 'Abs. 3', '(3) Für Personen unter 18 Jahren beträgt er 1 Millisievert.'],
  [GERMAN, 'Absatz 1 Satz 2', 'Die Behörde kann nach § 7 Abs. 2 Nr. 1 mehr zulassen.'],
  [GERMAN, 'Abs. 1 S. 1', '(1) Der Grenzwert beträgt 20 Millisievert im Kalenderjahr.'],
  [GERMAN, 'Absatz 2 Nummer 1', '1. für die Augenlinse 20 Millisievert,'],
  [GERMAN, 'Absatz 2 Nummer 2 Buchstabe b', 'b) sonst 50 Millisievert.'],
  [GERMAN, 'Abs. 2 Satz 2', 'Für die Augenlinse gilt Absatz 1 Satz 2 entsprechend.'],
  [GERMAN, '(3)', '(3) Für Personen unter 18 Jahren beträgt er 1 Millisievert.'],
  [ENGLISH, '(c)', '(c) A permit costs 20 EUR.'],
  [ENGLISH, '(b)(1)', '(1) for fish, and'],
  [NUMBERED, 'Nr. 2', '2. Ware ist, was eingelagert wird.'],
  // What the text has not.
  [GERMAN, 'Abs. 9', undefined],
  [GERMAN, 'Absatz 1 Nummer 3', undefined],
  [GERMAN, 'Absatz 3 Satz 2', undefined],
  [GERMAN, 'ff.', undefined],
  [ENGLISH, '(d)', undefined],
  ['One sentence.', 'Abs. 1', undefined],
])('passageOf finds %# %s', (text, detail, expected) => {
  const at = passageOf(text, detail);
  expect(at && text.slice(at.start, at.end)).toBe(expected);
});

const fines = [
  '(1) Ordnungswidrig handelt, wer vorsätzlich oder fahrlässig',
  '1. einer Rechtsverordnung nach',
  'a) § 6 Absatz 3,',
  'b) § 24',
  'zuwiderhandelt,',
  '2. entgegen § 127 Absatz 1 Satz 1 eine Messung nicht veranlasst.',
  '(2) Die Ordnungswidrigkeit kann geahndet werden.',
];

test.each([
  [0, []],
  [1, [0]],
  [3, [0, 1]],
  [4, []],
  [5, [0]],
  [6, []],
])('line %i continues %j', (at, opening) => expect(openingOf(fines, at)).toEqual(opening));

test.each([
  [['(a) The office may order', '(1) that it leaves,'], []],
  [['In this ordinance', '(a) a vessel is any craft;', '(b) a berth'], [0]],
  [['1. one', '2. two'], []],
])('the last of %j continues %j', (lines, opening) =>
  expect(openingOf(lines, lines.length - 1)).toEqual(opening),
);

const LINES = [
  '(1) Wer verantwortlich ist, hat Messungen zu veranlassen, wenn',
  '1. der Arbeitsplatz im Keller liegt oder',
  '2. die Art einem der folgenden Felder zuzuordnen ist:',
  'a) Bergwerk,',
  'b) Heilbad.',
  'Die Messung muss bald erfolgt sein. Die Frist kann verlängert werden.',
  '(2) Verantwortlich ist der Betreiber.',
];
const headings = ['Gesetz (StrlSchG)', 'Teil 4 - Schutz', '§ 127 Messung'];
const law = { headings, abbreviation: 'StrlSchG' };
const at = (words: string) => {
  const line = LINES.findIndex((each) => each.includes(words));
  return { lines: LINES, at: line, offset: LINES[line]?.indexOf(words) ?? 0 };
};

describe('a place as people cite it', () => {
  test.each([
    ['Wer verantwortlich', '§ 127 Abs. 1 S. 1 StrlSchG'],
    ['der Arbeitsplatz', '§ 127 Abs. 1 S. 1 Nr. 1 StrlSchG'],
    ['Heilbad', '§ 127 Abs. 1 S. 1 Nr. 2 Buchst. b StrlSchG'],
    ['Die Messung muss', '§ 127 Abs. 1 S. 2 StrlSchG'],
    ['Die Frist', '§ 127 Abs. 1 S. 3 StrlSchG'],
    ['der Betreiber', '§ 127 Abs. 2 StrlSchG'],
  ])('%s', (words, place) => expect(placeOf(law, at(words), 'de')).toBe(place));

  test('is found again by what it says', () => {
    const text = LINES.join('\n');
    for (const [line, words] of LINES.entries()) {
      const detail = detailOf({ lines: LINES, at: line, offset: 0 }, 'de');
      const { start = -1, end = -1 } = passageOf(text, detail) ?? {};
      expect(text.slice(start, end)).toContain(words.slice(0, 30));
    }
  });

  const town = { headings: ['Harbour Ordinance', '§ 12-104 Night work'], abbreviation: '' };
  const third = { ...town, abbreviation: 'Ordinance No. 34' };
  const annex = { headings: ['V', 'Anlage 4 Freigrenzen', 'Teil B:'], abbreviation: 'StrlSchV' };
  const handbook = { headings: ['Handbook', 'Refunds'], abbreviation: '' };
  const PERMIT = ['(b) The permit names:', '(1) the quay;', '(2) the nights.'];
  const CARGO = ['(a) Cargo is moved with a permit.', ...PERMIT];
  test.each([
    ['a list', third, CARGO, 3, 'en', '§ 12-104(b)(2), Ordinance No. 34'],
    ['no abbreviation', town, CARGO, 0, 'en', '§ 12-104(a)'],
    ['an annex', annex, ['Ein Wert.'], 0, 'de', 'Anlage 4 Teil B StrlSchV'],
    ['no numbers', handbook, ['x'], 0, 'en', undefined],
  ] as const)('has the form of its document: %s', (_, document, lines, line, language, place) =>
    expect(placeOf(document, { lines, at: line, offset: 0 }, language)).toBe(place),
  );
});
