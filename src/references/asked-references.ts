import { findReferences } from './find-references.js';
import type { Reference } from './reference.js';

/**
 * The references in what a person asks: those of {@link findReferences}, and what people write beside it: any
 * case ("anlage 4", "abs 2"), "Paragraph 78", "§§ 78-80", a number that needs no sign ("12-104"). Offsets and
 * `raw` are of the text as it is read, not as it was written. Takes linear time.
 */
export function askedReferences(text: string): Reference[] {
  return findReferences(asWritten(text));
}

/** The words that lead to a number, as laws write them. */
const WRITTEN: readonly (readonly [string, string])[] = [
  ['paragraphs?|paragraf|paragraphen|paragrafen', '§'],
  ['section|sec', 'Section'],
  ['sections', 'Sections'],
  ['article', 'Article'],
  ['artikel', 'Artikel'],
  ['art', 'Art.'],
  ['anlage', 'Anlage'],
  ['anhang', 'Anhang'],
  ['annex', 'Annex'],
  ['appendix', 'Appendix'],
  ['schedule', 'Schedule'],
  ['teil', 'Teil'],
  ['kapitel', 'Kapitel'],
  ['abschnitt', 'Abschnitt'],
  ['part', 'Part'],
  ['chapter', 'Chapter'],
  ['absatz', 'Absatz'],
  ['abs', 'Abs.'],
  ['satz', 'Satz'],
  ['s', 'S.'],
  ['nummer', 'Nummer'],
  ['nr', 'Nr.'],
  ['buchstabe', 'Buchstabe'],
  ['buchst', 'Buchst.'],
];

const leads = WRITTEN.map(([words, written]) => ({
  // Bounded, and each begins at a word of its own.
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words})(?:\\.\\s?|\\s)(?=\\d|[a-zA-Z](?!\\p{L}))`,
    'giu',
  ),
  written: `${written} `,
}));

/** "§§ 78-80": a hyphen between two numbers of a list is a range. */
const hyphened = /(§§\s{0,3}\d{1,4}[a-z]?)\s?-\s?(?=\d{1,4}(?![\d.-]))/gu;
/** Numbers that say by themselves where they belong, and no dates or telephone numbers. */
const bare =
  /(?<![\p{L}\p{N}§.,/+-]|(?:§|[Ss]ections?|Sec\.|Art\.|Artikel|Article)\s{1,3})(?=\d{1,2}(?:\.\d{1,2})?-\d{3,4}(?:\.\d{1,4})?(?![\d/-]|\.\d))/gu;

function asWritten(text: string): string {
  let written = text;
  for (const { pattern, written: lead } of leads) written = written.replace(pattern, lead);
  return written.replace(hyphened, '$1 bis ').replace(bare, '§ ');
}
