import { defined } from '../../../src/foundation/defined.js';
import { askedReferences } from '../../../src/references/asked-references.js';
import { actsIn, withAbbreviations, type NamedAct } from '../../../src/references/find-act.js';
import { isCited } from '../../../src/references/is-cited.js';
import { passageOf } from '../../../src/references/passage.js';
import type { Reference } from '../../../src/references/reference.js';
import type { FoundBlock, FoundChunk } from './found.js';
import { quotable, shortened, type QuotedPart } from './statements.js';

/** What a cited place says. */
export interface CitedQuote {
  parts: readonly QuotedPart[];
  chunk: FoundChunk;
  /** The part of the provision that is quoted: "Abs. 2 Satz 1". */
  detail?: string;
}

/** What became of a question's references. */
export interface CitedQuotes {
  quotes: readonly CitedQuote[];
  /** References to a provision that was not found, as they were written. */
  missing: readonly string[];
  /** Places that were not found in the provision: "§ 78 Abs. 9". */
  without: readonly string[];
  /** Provisions of the same number in other laws, where none was named. */
  alike: readonly string[];
}

/** So many provisions are quoted. */
const MOST = 3;
const MOST_QUOTED = 900;

/** Without the law's name: "StrlSchG § 78" is of "StrlSchG". */
const NUMBER = /\s?(?:§|Art\.|Anlage|Anhang|Annex|Appendix|Schedule)\s\S{1,30}$/u;

/** The provisions that a question cites, with the law that it names anywhere, as far as the passages tell which laws there are. */
export function provisionsIn(question: string, chunks: readonly FoundChunk[] = []): Reference[] {
  const acts = actsOf(chunks);
  const [named, other] = actsIn(question, acts);
  const asked = askedReferences(withAbbreviations(question, acts));
  const cited = asked.filter(({ kind }) => kind !== 'document' && kind !== 'part');
  if (named === undefined || other !== undefined) return cited;
  return cited.map((reference) => ({ document: named.title, ...reference }));
}

function actsOf(chunks: readonly FoundChunk[]): NamedAct[] {
  const acts = chunks.flatMap(({ title, cited }) =>
    cited === undefined ? [] : [{ title, abbreviation: cited.replace(NUMBER, ''), path: title }],
  );
  return [...new Map(acts.map((act) => [`${act.title} ${act.abbreviation}`, act])).values()];
}

/** Whether a passage is of the provision. */
function isOf(reference: Reference, { cited, title }: FoundChunk): boolean {
  return cited !== undefined && isCited(reference, { sourceId: cited, document: title });
}

/** Quotes the provisions that were cited: the part that was asked for, else the whole or how it begins. */
export function quoteCited(
  chunks: readonly FoundChunk[],
  cited: readonly Reference[],
): CitedQuotes {
  const quotes: CitedQuote[] = [];
  const missing: string[] = [];
  const without: string[] = [];
  const alike = new Set<string>();
  for (const reference of cited) {
    const fitting = chunks.filter((chunk) => isOf(reference, chunk));
    const [first] = fitting;
    for (const { cited: other = '' } of fitting) if (other !== first?.cited) alike.add(other);
    if (first === undefined) missing.push(reference.raw);
    else if (quotes.length < MOST) {
      const one = quote(
        fitting.filter((chunk) => chunk.cited === first.cited && chunk.title === first.title),
        reference.detail,
      );
      quotes.push(one);
      if (isWithout(one, reference)) without.push(`${first.cited} ${reference.detail}`);
    }
  }
  for (const { chunk } of quotes) alike.delete(chunk.cited ?? '');
  return { quotes, missing, without, alike: [...alike] };
}

/** "ff." names no place inside. */
function isWithout(quoted: CitedQuote, { detail }: Reference): boolean {
  return detail !== undefined && quoted.detail === undefined && !/^ff?\.?$/.test(detail);
}

/** The passages of a provision are read as one text. */
function quote(passages: readonly FoundChunk[], detail: string | undefined): CitedQuote {
  const [chunk] = passages as [FoundChunk];
  const blocks = passages.flatMap((each) => each.blocks);
  const text = blocks.map((block) => block.text).join('\n');
  const span = detail === undefined ? undefined : (passageOf(text, detail) ?? spanOf(text, detail));
  const { start, end } = span ?? { start: 0, end: text.length };
  return { parts: within(blocks, start, end), chunk, ...defined({ detail: span && detail }) };
}

/** From where the text itself names the place: "Zu Tabelle 1:". */
function spanOf(text: string, detail: string): { start: number; end: number } | undefined {
  const named = /^\p{Lu}\p{L}{2,20} [\dA-Z]{1,4}$/u.test(detail) ? text.indexOf(detail) : -1;
  if (named < 0) return undefined;
  return { start: text.lastIndexOf('\n', named) + 1, end: text.length };
}

/** What the blocks say between two places of their joined text, as long as a quotation is. */
function within(blocks: readonly FoundBlock[], start: number, end: number): QuotedPart[] {
  const parts: QuotedPart[] = [];
  let [from, left] = [0, MOST_QUOTED];
  for (const [at, { number, text }] of blocks.entries()) {
    const line = quotable(text.slice(Math.max(0, start - from), Math.max(0, end - from)));
    from += text.length + 1;
    if (line === '') continue;
    parts.push({ number, at, text: left < LEAST ? '…' : shortened(line, left) });
    left -= line.length;
    if (left < 0 || parts.at(-1)?.text === '…') break;
  }
  return parts;
}

const LEAST = 60;
