import { defined } from '../../../foundation/defined.js';
import { isCited } from '../../../references/is-cited.js';
import { passageOf } from '../../../references/passage.js';
import type { Reference } from '../../../references/reference.js';
import type { LawFindings } from './findings.js';

/** What a cited place says. */
export interface CitedQuote {
  text: string;
  /** The place in `sources`. */
  number: number;
  /** The part of the provision that is quoted: "Abs. 2 Satz 1". */
  detail?: string;
}

/** What became of a question's references. */
export interface CitedQuotes {
  quotes: CitedQuote[];
  /** References to a provision that was not found, as they were written. */
  missing: string[];
  /** Places that the provision does not have: "§ 78 Abs. 9". */
  without: string[];
  /** Provisions of the same number in other laws, where none was named. */
  alike: string[];
}

/** So many provisions are quoted. */
const MOST = 3;
const MOST_QUOTED = 900;

/** Quotes the provisions that were cited: the part that was asked for, else the whole or how it begins. */
export function quoteCited(findings: LawFindings, cited: readonly Reference[]): CitedQuotes {
  const result: CitedQuotes = { quotes: [], missing: [], without: [], alike: [] };
  for (const reference of cited) {
    const [first, ...others] = findings.sources
      .map((source, number) => ({ ...source, number }))
      .filter(
        ({ nodeId, cited: sourceId, within }) =>
          nodeId !== undefined && isCited(reference, { sourceId, document: within }),
      );
    if (first === undefined) result.missing.push(reference.raw);
    else if (result.quotes.length < MOST)
      result.quotes.push(quote(first, reference, findings, result));
    const named = new Set([first?.cited, ...result.alike]);
    result.alike.push(...others.map((one) => one.cited).filter((one) => !named.has(one)));
  }
  return result;
}

function quote(
  { cited, number }: { cited: string; number: number },
  { detail }: Reference,
  findings: LawFindings,
  result: CitedQuotes,
): CitedQuote {
  const text = findings.chunks[number]?.blocks[0]?.text ?? '';
  const span = detail === undefined ? undefined : passageOf(text, detail);
  if (detail !== undefined && span === undefined && !/^ff?\.?$/.test(detail)) {
    result.without.push(`${cited} ${detail}`);
  }
  const words = span === undefined ? text : text.slice(span.start, span.end);
  return { text: shortened(words), number, ...defined({ detail: span && detail }) };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MOST_QUOTED) return line;
  const begin = line.slice(0, MOST_QUOTED);
  return `${begin.slice(0, Math.max(begin.lastIndexOf('.'), begin.lastIndexOf(';')) + 1)} …`;
}
