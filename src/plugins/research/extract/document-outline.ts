import type { Block } from '../../../knowledge/blocks.js';
import type { Reference } from '../../../references/reference.js';

/** A part of a document under one heading. */
export interface OutlinePart {
  heading: Block;
  /** Positions in the document's blocks: the heading's, and that of the first block after the part. */
  from: number;
  end: number;
}

/** A document's blocks in order, and its parts. */
export interface Outline {
  blocks: readonly Block[];
  parts: readonly OutlinePart[];
}

/** The parts of a document: each from its heading to the next one of the same or a higher level. */
export function outlineOf(blocks: readonly Block[]): Outline {
  const parts: OutlinePart[] = [];
  let open: OutlinePart[] = [];
  blocks.forEach((heading, from) => {
    if (heading.kind !== 'heading') return;
    const isInside = (part: OutlinePart) =>
      part.heading.headingPath.length < heading.headingPath.length;
    for (const part of open) if (!isInside(part)) part.end = from;
    const part = { heading, from, end: blocks.length };
    parts.push(part);
    open = [...open.filter(isInside), part];
  });
  return { blocks, parts };
}

const LEADS: Readonly<Record<Reference['kind'], string>> = {
  section: '(?:§|section|sec\\.)\\s*',
  article: '(?:art\\.|artikel|article)\\s*',
  part: '(?:teil|kapitel|abschnitt|unterabschnitt|titel|part|chapter|title|division|subpart)\\s+',
  annex: '(?:anlage|anhang|annex|schedule|appendix|exhibit)\\s+',
  document: '',
};

/**
 * The part a reference names, by its heading: "§ 70" is "§ 70 Strahlenschutzbeauftragter" and not "§ 70a".
 * Where several headings fit (as parts of different books), none is taken for `part`, else the first.
 */
export function findPart(
  { parts }: Outline,
  { kind, number, unit }: Pick<Reference, 'kind' | 'number' | 'unit'>,
): OutlinePart | undefined {
  if (kind === 'document') return undefined;
  const lead = unit === undefined ? LEADS[kind] : `${escaped(unit)}\\s+`;
  const pattern = new RegExp(`^\\W{0,3}${lead}${escaped(number)}(?![\\p{L}\\p{N}]|[-.]\\d)`, 'iu');
  const found = parts.filter(({ heading }) => pattern.test(heading.text));
  return kind === 'part' && found.length > 1 ? undefined : found[0];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * The blocks a reference means, at most `maxChars` characters of text and at least one block: those of the
 * paragraph its detail names ("Absatz 3", "(b)"), else from the part's beginning. Headings are left out.
 */
export function blocksMeant(
  { blocks }: Outline,
  part: OutlinePart,
  detail: string | undefined,
  maxChars: number,
): Block[] {
  const texts = blocks.slice(part.from, part.end).filter(({ kind }) => kind !== 'heading');
  const named = paragraphOf(texts, detail);
  let left = maxChars;
  return (named.length > 0 ? named : texts).filter(({ text }, at) => {
    left -= text.length;
    return left >= 0 || at === 0;
  });
}

const PARAGRAPH = /^\((\d{1,3}[a-z]?|[a-z])\)/;

function paragraphOf(texts: readonly Block[], detail: string | undefined): Block[] {
  const wanted =
    /(?:Abs(?:atz|\.)|paragraph|subsection|para\.)\s*(\d{1,3}[a-z]?)|^\((\w{1,3})\)/i.exec(
      detail ?? '',
    );
  const number = wanted?.[1] ?? wanted?.[2];
  if (number === undefined) return [];
  const from = texts.findIndex(({ text }) => PARAGRAPH.exec(text)?.[1] === number);
  if (from < 0) return [];
  const after = texts.findIndex(({ text }, at) => at > from && isSibling(text, number));
  return texts.slice(from, after < 0 ? undefined : after);
}

/** Another paragraph of the same kind: numbers after numbers, letters after letters. */
function isSibling(text: string, number: string): boolean {
  const found = PARAGRAPH.exec(text)?.[1];
  return found !== undefined && /^\d/.test(found) === /^\d/.test(number);
}
