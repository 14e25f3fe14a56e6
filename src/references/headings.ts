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

const section = new RegExp(
  `^(?:\\(\\S{1,10}\\)\\s)?(§§?|Section|Sec\\.)\\s?(${RANGE})(?![\\p{L}\\p{N}])${REST}`,
  'u',
);
const article = new RegExp(
  `^(Article|Artikel|Art\\.)\\s(${DIGITS}|[IVXLC]{1,8})(?![\\p{L}\\p{N}])${REST}`,
  'u',
);
const annex = new RegExp(
  `^(Anlage|Anhang|Annex|Appendix|Schedule)\\s(${DIGITS}|[IVXLC]{1,8}|[A-Z])(?![\\p{L}\\p{N}])${REST}`,
  'u',
);
const part = new RegExp(
  `^(Teil|Kapitel|Abschnitt|Unterabschnitt|Part|Chapter|Title|Division)\\s(${DIGITS}|[IVXLC]{1,8}|[A-Z])(?![\\p{L}\\p{N}])${REST}`,
  'u',
);

/** Reads a heading of a law or an ordinance, English or German. */
export function readHeading(text: string): Heading {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d)‑(?=\d)/g, '-')
    .trim();
  const asSection = section.exec(plain);
  if (asSection) return numbered('section', '§', asSection);
  const asArticle = article.exec(plain);
  if (asArticle) return numbered('section', 'Art.', asArticle);
  const asAnnex = annex.exec(plain);
  if (asAnnex) return numbered('annex', asAnnex[1] ?? '', asAnnex);
  const asPart = part.exec(plain);
  if (asPart) return numbered('part', asPart[1] ?? '', asPart);
  return { kind: 'other', title: plain };
}

function numbered(kind: Heading['kind'], word: string, match: RegExpExecArray): Heading {
  const number = match[2] ?? '';
  return { kind, number, label: `${word} ${number}`, title: (match[3] ?? '').trim() };
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
