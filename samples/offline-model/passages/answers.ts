import type { Language } from '../language/question-language.js';
import { join } from '../answers/words.js';
import type { CitedQuote, CitedQuotes } from './cited.js';
import type { FoundChunk } from './found.js';
import { says, type Says } from './known.js';
import type { Selection } from './selection.js';
import { partsOf, quoteOf } from './statements.js';

/** How answers from some texts quote, and in which words they say the rest. */
export interface Style {
  says(language: Language): Says;
  /** A quotation with its place, for a line of a list. */
  one(quote: CitedQuote, language: Language): string;
  all(quotes: readonly CitedQuote[], language: Language): string;
}

/** Each block's number behind its words, and after all quotations their places. */
export const numbered: Style = {
  says: (language) => says[language],
  one: ({ chunk, parts }) => `${titleOf(chunk)}: ${quoteOf(parts, true)}`,
  all: (quotes, language) => {
    const { source, and } = says[language];
    const places = new Set(quotes.map(({ chunk }) => placeOf(chunk)));
    const quoted = quotes.map(({ parts }) => quoteOf(parts, true)).join(' ');
    return `${quoted}\n\n${source} ${join([...places], and)}.`;
  },
};

/** What was chosen as quotations: sentences of one passage are one. */
export function quotesOf({ sentences }: Selection): CitedQuote[] {
  const chunks = [...new Set(sentences.map(({ chunk }) => chunk))];
  return chunks.map((chunk) => ({
    chunk,
    parts: partsOf(sentences.filter((each) => each.chunk === chunk)),
  }));
}

/** Quotes what was chosen, or says that there is nothing, and of which word where that is known. */
export function saySelection(
  selection: Selection,
  language: Language,
  style: Style = numbered,
): string {
  const { kind, unknown } = selection;
  const said = style.says(language);
  const quotes = quotesOf(selection);
  if (kind === 'nothing') {
    const why = unknown === undefined ? '' : ` ${said.unknown} “${unknown}”.`;
    return `${said.nothing}${why}\n\n${said.who}`;
  }
  if (kind === 'editions')
    return [said.differ, ...quotes.map((quote) => `- ${style.one(quote, language)}`)].join('\n');
  const quoted = style.all(quotes, language);
  return kind === 'nearest' ? `${said.nearest}\n\n${quoted}` : quoted;
}

/** Quotes the provisions that were asked for, and says what is missing of them. */
export function sayCited(
  { quotes, missing, without, alike }: CitedQuotes,
  language: Language,
  style: Style,
): string {
  const said = style.says(language);
  return [
    missing.length > 0 && `${said.noProvision} ${missing.join(', ')}.`,
    without.length > 0 && `${said.noPlace} ${without.join(', ')}.`,
    quotes.length > 0 && style.all(quotes, language),
    alike.length > 0 && `${said.alike} ${join(alike.slice(0, MOST_ALIKE), said.and)}.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

const MOST_ALIKE = 6;

/** An answer to each part of a question, under its words where there are several. */
export function sayParts(
  answers: readonly { asked: string; said: string }[],
  { part, who }: Says,
): string {
  const [only, other] = answers;
  if (only !== undefined && other === undefined) return only.said;
  const lines = answers.map(
    ({ asked, said }) =>
      `${part} “${asked.replace(/[?.!]$/, '')}”:\n\n${said.replace(`\n\n${who}`, '')}`,
  );
  return lines.join('\n\n');
}

/** Says one thing of its own and what the model is. */
export function sayAlone(kind: 'hello' | 'all' | 'empty' | 'nowhere', said: Says): string {
  return `${said[kind]}\n\n${said.who}`;
}

/** Says, as another paragraph, how many documents are still being read; nothing for none. */
export function sayUnderWay(documents: number, { one, more, incomplete }: Says): string {
  if (documents === 0) return '';
  return `\n\n${documents === 1 ? one : `${documents} ${more}`}: ${incomplete}`;
}

/** Where a passage stands, for the end of a sentence. */
export function placeOf(chunk: FoundChunk): string {
  return chunk.section === '' ? titleOf(chunk) : `${titleOf(chunk)}, ${chunk.section}`;
}

function titleOf({ title }: FoundChunk): string {
  return `“${title}”`;
}

const LONGEST = 4000;

/**
 * A text that a tool's check has refused, in plain letters: without markup, addresses that are run, and
 * brackets other than those of a marker, and cut.
 */
export function acceptable(text: string): string {
  const plain = text
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/\[(?!\d{1,3}(?:, ?\d{1,3})*\])[^[\]]{0,200}\]/g, ' ')
    .replace(/[<>|{}=]/g, ' ')
    .replace(/(?<=\p{L}):(?=\S)/gu, ' ')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim();
  return plain.slice(0, LONGEST);
}
