import type { Language } from '../language/question-language.js';
import { openingOf, markOf, passageOf } from './passage.js';

export interface Heading {
  kind: 'section' | 'annex' | 'part' | 'other';
  /** Of sections, annexes and parts as references name them: "12-104", "4", "Kapitel 1". */
  number?: string;
  /** How a source id names it: "§ 12-104", "Art. 3", "Anlage 4", "Teil 2". */
  label?: string;
  title: string;
}

const DIGITS = '\\d{1,6}(?:[.:-]\\d{1,6}){0,4}(?:[a-z]{1,2}|[A-Z])?';
const RANGE = `${DIGITS}(?:\\s(?:bis|to|und|and)\\s${DIGITS})?`;
const REST = '\\.?\\s*(?:[-–—:.]\\s*)?(.*)$';

const ROMAN = `${DIGITS}|[IVXLC]{1,8}`;
const PARTS = 'Teil|Kapitel|Abschnitt|Unterabschnitt|Part|Chapter|Title|Division';

/** What leads to a number, the number, and how the label names the kind where not by the word that led to it. */
const KINDS: readonly (readonly [Heading['kind'], RegExp, label?: string])[] = [
  ['section', numbered('(?:\\(\\S{1,10}\\)\\s)?(§§?|Section|Sec\\.)\\s?', RANGE), '§'],
  ['section', numbered('(Article|Artikel|Art\\.)\\s', ROMAN), 'Art.'],
  ['annex', numbered('(Anlage|Anhang|Annex|Appendix|Schedule)\\s', `${ROMAN}|[A-Z]`)],
  ['part', numbered(`(${PARTS})\\s`, `${ROMAN}|[A-Z]`)],
];

function numbered(lead: string, number: string): RegExp {
  return new RegExp(`^${lead}(${number})(?![\\p{L}\\p{N}])${REST}`, 'u');
}

export function readHeading(text: string): Heading {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d)‑(?=\d)/g, '-')
    .trim();
  for (const [kind, pattern, label] of KINDS) {
    const [whole, word = '', number = '', title = ''] = pattern.exec(plain) ?? [];
    if (whole === undefined) continue;
    return { kind, number, label: `${label ?? word} ${number}`, title: title.trim() };
  }
  return { kind: 'other', title: plain };
}

const IN_BRACKETS = /\(([^()]{2,80})\)$/;
const ABBREVIATION = /^[A-ZÄÖÜ][\p{L}-]*[A-ZÄÖÜ](?:\s(?:\d{4}|[IVX]+))?$/u;
const NUMBERED_ACT =
  /^(?:Ordinance|Act|Resolution|Directive|Regulation)\sNo\.?\s\d{1,6}(?=[\s:–-])/;

/** Title, and what sections are cited with: an abbreviation in brackets at its end, the number at its beginning, or none. */
export function readTitle(text: string): { title: string; abbreviation: string } {
  const title = text.replace(/\s+/g, ' ').trim();
  const last =
    IN_BRACKETS.exec(title)?.[1]
      ?.split(/\s[-–—]\s/)
      .at(-1) ?? '';
  if (ABBREVIATION.test(last)) return { title, abbreviation: last };
  return { title, abbreviation: NUMBERED_ACT.exec(title)?.[0] ?? '' };
}

export function plainTitle(title: string): string {
  return title.replace(IN_BRACKETS, '').trimEnd();
}

/** Where a text stands in a provision: the provision's lines, which of them it is, and where in it the text begins. */
interface Spot {
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

/** The place of a text as people cite it: "§ 127 Abs. 1 S. 2 StrlSchG", "§ 12-104(b)"; undefined without a numbered heading. */
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
