import { expect, test } from '@jest/globals';
import { innerReferences } from './inner-references.js';

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
  expect(innerReferences(text).map(({ raw, start }) => [raw, text.indexOf(raw) === start])).toEqual(
    [
      ['Absatz 1 Satz 2', true],
      ['§ 4', true],
    ],
  );
});
