import { GAP, LOOSE, oneLine, type Reader } from './reader.js';

const LEVELS = [
  'Absatz(?:es)?|Absätzen?|Abs\\.|Unterabsatz|UAbs\\.',
  'Satz(?:es)?|Sätzen?|S\\.|Halbsatz|Halbs\\.',
  'Nummern?|Nrn?\\.|Buchstaben?|Buchst\\.|lit\\.|Doppelbuchstaben?|Ziffern?|Ziff\\.',
  'Alternative|Alt\\.|Spalten?|Zeilen?|Tabellen?',
  'Teil|Kapitel|Abschnitt|Unterabschnitt|Chapter|Division|Subpart',
  '[Ss]ubsections?|[Pp]aragraphs?|[Pp]aras?\\.|[Cc]lauses?|[Ss]entences?|[Ii]tems?|[Pp]oints?',
].join('|');

const JOIN = `(?:${LOOSE},${LOOSE}(?:(?:und|oder|sowie|and|or)${GAP})?|${GAP}(?:und|oder|sowie|bis|and|or|to|through|&)${GAP}|${LOOSE}[–—]${LOOSE})`;
const VALUE =
  '(?:\\d{1,4}[a-z]{0,2}|\\((?:\\d{1,4}|[a-z]{1,4}|[A-Z])\\)|[a-z]{1,2}|[IVX]{1,6}|[A-Z])';
const ENDS = '(?![\\p{L}\\p{N}])';

const level = new RegExp(`(?:${JOIN}|${GAP})(?:${LEVELS})${LOOSE}${VALUE}${ENDS}`, 'uy');
const brackets = new RegExp(
  `\\s?\\((?:\\d{1,3}[a-z]?|[a-z]{1,2}|[ivx]{1,6}|[A-Z])\\)(?:${LOOSE}\\((?:\\d{1,3}|[a-z]{1,4}|[A-Z])\\)){0,5}`,
  'uy',
);
const moreNumbers = new RegExp(`${JOIN}(\\d{1,4})[a-z]{0,2}${ENDS}`, 'uy');
const moreBrackets = new RegExp(`${JOIN}\\((?:\\d{1,3}|[a-z]{1,4}|[A-Z])\\)`, 'uy');
const moreLetters = new RegExp(`${JOIN}[a-z]${ENDS}`, 'uy');
const levelAhead = new RegExp(`${GAP}(?:${LEVELS})`, 'uy');

/** "erster Halbsatz zweiter Satzteil". */
const ordinal = new RegExp(
  `${GAP}(?:erster|zweiter|dritter|vierter|erste|zweite)${GAP}(?:Halbsatz|Satzteil|Teilsatz|Alternative)${ENDS}`,
  'uy',
);

/** "§§ 78 ff.": with the next one ("f.") or the next ones. */
const following = new RegExp(`${GAP}ff?(?:\\.|${ENDS})`, 'uy');

/**
 * Reads what follows a number inside its section: "Abs. 1 Satz 2 Nr. 3 oder 4", "(b)(1)". In a list of
 * several sections, `section` is the number before: a larger one, or one with a level of its own, is the
 * list's next section and no longer part of the detail.
 */
export function readDetail(reader: Reader, section: number | undefined): string | undefined {
  const from = reader.at;
  for (;;) {
    const first = reader.take(level) ?? reader.take(brackets) ?? reader.take(ordinal);
    if (!first) break;
    readMore(reader, first[0], section);
  }
  reader.take(following);
  const detail = oneLine(reader.text.slice(from, reader.at)).replace(/^, ?/, '');
  return detail === '' ? undefined : detail;
}

/** Lists are of one kind: numbers follow a number, letters a letter, brackets brackets. */
function readMore(reader: Reader, first: string, section: number | undefined): void {
  if (first.endsWith(')')) while (reader.take(moreBrackets));
  else if (/\d[a-z]{0,2}$/.test(first)) while (takeNumber(reader, section));
  else while (reader.take(moreLetters));
}

function takeNumber(reader: Reader, section: number | undefined): boolean {
  const next = reader.peek(moreNumbers);
  if (!next) return false;
  const before = reader.at;
  reader.at += next[0].length;
  const isSection = section !== undefined && Number(next[1]) > section;
  const hasOwnLevel = section !== undefined && reader.peek(levelAhead) !== undefined;
  if (isSection || hasOwnLevel) reader.at = before;
  return !isSection && !hasOwnLevel;
}
