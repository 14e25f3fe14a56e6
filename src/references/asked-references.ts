import type { Reference } from './reader.js';
import { findReferences } from './find-references.js';

/** The references in a question: also "anlage 4", "Paragraph 78" and "12-104". Offsets and `raw` are of the text as read. */
export function askedReferences(text: string): Reference[] {
  return findReferences(asWritten(text));
}

/** Words that lead to a number, as laws write them. */
const CAPITALISED =
  'Sections Article Artikel Anlage Anhang Annex Appendix Schedule Teil Kapitel Abschnitt Part Chapter Absatz Satz Nummer Buchstabe Ziffer Unterabsatz Halbsatz'.split(
    ' ',
  );
const WRITTEN: readonly (readonly [words: string, written: string])[] = [
  ...CAPITALISED.map((word) => [word, word] as const),
  ['paragraphs?|par|paragraf|paragraphen|paragrafen', '§'],
  ['section|sec', 'Section'],
  ...['Art.', 'Abs.', 'S.', 'Nr.', 'Buchst.', 'Ziff.'].map(
    (one) => [one.slice(0, -1), one] as const,
  ),
  ['lit', 'lit.'],
  ['ordinance no', 'Ordinance No.'],
];

const leads = WRITTEN.map(([words, written]) => ({
  // Bounded, and each begins at a word of its own.
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}]|\\p{L}\\.)(?:${words})(?:\\.\\s?|\\s)(?=\\d|[a-zA-Z](?!\\p{L}))`,
    'giu',
  ),
  written: `${written} `,
}));

/** "§§ 78-80": a hyphen between two numbers of a list is a range; "§§ 12-301" is one number with a hyphen. */
const hyphened = /(§§\s{0,3})(\d{1,4})([a-z]?)\s?-\s?(?=(\d{1,4})(?![\d.-]))/gu;
const LONGEST_RANGE = 60;
/** Numbers that say by themselves where they belong, and no dates or telephone numbers. */
const bare =
  /(?<![\p{L}\p{N}§.,/+-]|(?:§|[Ss]ections?|Sec\.|Art\.|Artikel|Article|to|through|bis)\s{1,3})(?=\d{1,2}(?:\.\d{1,2})?-\d{3,4}(?:\.\d{1,4})?(?![\d/-]|\.\d))/gu;

/** "§§78ff." without a blank; "§ 78f" is a section of its own. */
const glued = /(?<=\d)(?=ff(?![\p{L}\p{N}]))/gu;
/** "§ 78 II 1": as lawyers write paragraph and sentence. */
const roman =
  /(?<=§\s?\d{1,4}[a-z]?\s)(I{1,3}|IV|VI{0,3}|IX|X)(?:\s(\d{1,2})(?![\p{L}\p{N}.-]))?(?![\p{L}\p{N}])/gu;
const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];

function asWritten(text: string): string {
  let written = text;
  for (const { pattern, written: lead } of leads) written = written.replace(pattern, lead);
  return written
    .replace(hyphened, asRange)
    .replace(bare, '§ ')
    .replace(glued, ' ')
    .replace(roman, (_whole, paragraph: string, sentence: string | undefined) => {
      const number = `Abs. ${ROMAN.indexOf(paragraph) + 1}`;
      return sentence === undefined ? number : `${number} Satz ${sentence}`;
    });
}

function asRange(whole: string, lead: string, first: string, letter: string, last: string): string {
  const length = Number(last) - Number(first);
  return length > 0 && length <= LONGEST_RANGE ? `${lead}${first}${letter} bis ` : whole;
}

const NAME_AND_NUMBER = /^\s*(?:(\d{1,4}[a-z]?)\s[^\d§]{2,80}|[^\d§]{2,80}\s(\d{1,4}[a-z]?))\s*$/u;

/** The number in "70 StrlSchG" and "strlschg 70": a text that may be a law's name and a number, and nothing else. */
export function numberBesideName(text: string): string | undefined {
  const [, before, behind] = NAME_AND_NUMBER.exec(text) ?? [];
  return before ?? behind;
}
