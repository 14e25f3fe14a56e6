/** What a heading says it heads. */
export interface Heading {
  kind: 'section' | 'annex' | 'part' | 'other';
  /** Of sections, annexes and parts as references name them: "12-104", "4", "Kapitel 1". */
  number?: string;
  /** How a source id names it: "§ 12-104", "Art. 3", "Anlage 4", "Teil 2". */
  label?: string;
  /** Without number and label. */
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

/** Reads a heading of a law or an ordinance, English or German. */
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

/**
 * A document's title and what its sections are cited with: the abbreviation in brackets at its end
 * ("… (Strahlenschutzgesetz - StrlSchG)"), the number at its beginning ("Ordinance No. 34: …"), or none.
 */
export function readTitle(text: string): { title: string; abbreviation: string } {
  const title = text.replace(/\s+/g, ' ').trim();
  const last =
    IN_BRACKETS.exec(title)?.[1]
      ?.split(/\s[-–—]\s/)
      .at(-1) ?? '';
  if (ABBREVIATION.test(last)) return { title, abbreviation: last };
  return { title, abbreviation: NUMBERED_ACT.exec(title)?.[0] ?? '' };
}

/** A title without what stands in brackets at its end. */
export function plainTitle(title: string): string {
  return title.replace(IN_BRACKETS, '').trimEnd();
}
