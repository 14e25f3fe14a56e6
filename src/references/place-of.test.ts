import { describe, expect, test } from '@jest/globals';
import { passageOf } from './passage.js';
import { detailOf, placeOf } from './place-of.js';

const LINES = [
  '(1) Wer verantwortlich ist, hat Messungen zu veranlassen, wenn',
  '1. der Arbeitsplatz im Keller liegt oder',
  '2. die Art einem der folgenden Felder zuzuordnen ist:',
  'a) Bergwerk,',
  'b) Heilbad.',
  'Die Messung muss bald erfolgt sein. Die Frist kann verlängert werden.',
  '(2) Verantwortlich ist der Betreiber.',
];
const law = {
  headings: ['Gesetz (StrlSchG)', 'Teil 4 - Schutz', '§ 127 Messung'],
  abbreviation: 'StrlSchG',
};
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
  ])('%s', (words, place) => {
    expect(placeOf(law, at(words), 'de')).toBe(place);
  });

  test('is found again by what it says', () => {
    const text = LINES.join('\n');
    for (const [line, words] of LINES.entries()) {
      const detail = detailOf({ lines: LINES, at: line, offset: 0 }, 'de');
      const { start = -1, end = -1 } = passageOf(text, detail) ?? {};
      expect(text.slice(start, end)).toContain(words.slice(0, 30));
    }
  });

  test('has the form of its document, with annexes and without numbers', () => {
    const lines = [
      '(a) Cargo is moved with a permit.',
      '(b) The permit names:',
      '(1) the quay;',
      '(2) the nights.',
    ];
    const town = {
      headings: ['Harbour Ordinance', '§ 12-104 Night work'],
      abbreviation: 'Ordinance No. 34',
    };
    expect(placeOf(town, { lines, at: 3, offset: 0 }, 'en')).toBe(
      '§ 12-104(b)(2), Ordinance No. 34',
    );
    expect(placeOf({ ...town, abbreviation: '' }, { lines, at: 0, offset: 0 }, 'en')).toBe(
      '§ 12-104(a)',
    );
    const annex = { headings: ['V', 'Anlage 4 Freigrenzen', 'Teil B:'], abbreviation: 'StrlSchV' };
    expect(placeOf(annex, { lines: ['Ein Wert.'], at: 0, offset: 0 }, 'de')).toBe(
      'Anlage 4 Teil B StrlSchV',
    );
    expect(
      placeOf(
        { headings: ['Handbook', 'Refunds'], abbreviation: '' },
        { lines: ['x'], at: 0, offset: 0 },
        'en',
      ),
    ).toBeUndefined();
  });
});
