import type { Language } from '../language/question-language.js';
import { readHeading } from './headings.js';
import { openingOf, markOf, passageOf } from './passage.js';

/** Where a text stands in a provision: the provision's lines, which of them it is, and where in it the text begins. */
export interface Spot {
  lines: readonly string[];
  at: number;
  offset: number;
}

/** More sentences no paragraph has. */
const MOST_SENTENCES = 40;
const ITEMS: Readonly<Record<string, string>> = {
  '1.': 'Nr.',
  'a)': 'Buchst.',
  'aa)': 'Doppelbuchst.',
};

/**
 * The place of a text as people cite it: "§ 127 Abs. 1 S. 2 StrlSchG", "Anlage 4 Teil B", "§ 12-104(b)". The form is
 * the document's own: German provisions have paragraphs, sentences and numbers by name, others brackets. Undefined
 * where no heading has a number.
 */
export function placeOf(
  { headings, abbreviation }: { headings: readonly string[]; abbreviation: string },
  spot: Spot,
  language: Language,
): string | undefined {
  const read = headings.map(readHeading);
  const from = read.findLastIndex(({ kind }) => kind === 'section' || kind === 'annex');
  if (from < 0) return undefined;
  const labels = read.slice(from).flatMap(({ label }) => label ?? []);
  const detail = detailOf(spot, language);
  if (language === 'de') {
    return [...labels, detail, abbreviation].filter((each) => each !== '').join(' ');
  }
  return [`${labels.join(' ')}${detail}`, abbreviation].filter((each) => each !== '').join(', ');
}

/** The place inside a provision: "Abs. 1 S. 2 Nr. 3", "(b)(1)"; empty where the provision has no parts. */
export function detailOf(spot: Spot, language: Language): string {
  return language === 'de' ? byName(spot) : inBrackets(spot);
}

function byName({ lines, at, offset }: Spot): string {
  const isParagraph = (line: string) => markOf(line).style === '(1)';
  const from = lines.findLastIndex((line, which) => which <= at && isParagraph(line));
  const after = lines.findIndex((line, which) => which > at && isParagraph(line));
  const paragraph = from < 0 ? '' : `Abs. ${markOf(lines[from] ?? '').mark}`;
  const start = Math.max(0, from);
  const own = lines.slice(start, after < 0 ? undefined : after);
  const before = own.slice(0, at - start).reduce((sum, line) => sum + line.length + 1, 0);
  const items = [...openingOf(lines, at), at].flatMap((which) => {
    const { mark, style } = markOf(lines[which] ?? '');
    const word = ITEMS[style];
    return word === undefined ? [] : [`${word} ${mark}`];
  });
  return [paragraph, sentenceAt(own.join('\n'), before + offset), ...items]
    .filter((each) => each !== '')
    .join(' ');
}

/** "S. 2"; empty where the text is one sentence. */
function sentenceAt(text: string, offset: number): string {
  if (passageOf(text, 'Satz 2') === undefined) return '';
  for (let number = 1; number <= MOST_SENTENCES; number += 1) {
    const span = passageOf(text, `Satz ${number}`);
    if (span === undefined) return '';
    if (offset < span.end) return `S. ${number}`;
  }
  return '';
}

/** The marks in brackets: the line's own, and the one above it where the provision begins with another kind. */
function inBrackets({ lines, at }: Spot): string {
  const marks = lines.map(markOf);
  const isBracketed = ({ style }: { style: string }) => style.startsWith('(');
  const top = marks.find(isBracketed)?.style;
  const own = marks.findLastIndex((each, which) => which <= at && isBracketed(each));
  const mark = marks[own];
  if (mark === undefined) return '';
  const above = marks.slice(0, own).findLast(({ style }) => style === top);
  const isNested = mark.style !== top && above !== undefined;
  return `${isNested ? `(${above.mark})` : ''}(${mark.mark})`;
}
