import { LEFT_OUT, shortened, withoutJoint } from '../judge/material.js';
import { holdsWords } from '../../../citations/quotes.js';
import { firstChars } from '../../../foundation/text.js';
import { languageOf } from '../../../language/question-language.js';
import { sentencesOf } from '../../../language/sentences.js';
import { readTitle, placeOf } from '../../../references/headings.js';
import { openingOf, opensList } from '../../../references/passage.js';
import type { Outline, Library } from '../extract/library.js';
import type { ReportSection, ReportSource, ResearchLanguage } from '../state.js';
import { coverage } from '../../../language/words.js';
import { mapStatements, type CitedBlock, type RestedSection } from './link-statements.js';

const QUOTE_CHARS = 700;
const LANGUAGE_CHARS = 2000;

export interface Found {
  outline: Outline;
  lines: readonly string[];
  ids: readonly string[];
  at: number;
  headings: readonly string[];
}

/**
 * The blocks that statements rest on as numbered sources with their place; an item of a list is quoted with the words before
 * it, which are no source of their own beside an item.
 */
export async function citeSources(
  sections: readonly RestedSection[],
  library: Library,
  language: ResearchLanguage,
): Promise<{ sections: ReportSection[]; sources: ReportSource[] }> {
  const found = new Map<string, Found>();
  const cited = sections.flatMap((each) => each.statements).flatMap(({ blocks }) => blocks);
  for (const { id, documentId } of cited) {
    const place = found.get(id) ?? findIn(await library.outline(documentId), id);
    if (place !== undefined) found.set(id, place);
  }
  const sources = new Map<string, ReportSource>();
  const numberOf = (block: CitedBlock, statement: string): number => {
    const known = sources.get(block.id);
    if (known !== undefined) return known.number;
    const number = sources.size + 1;
    const quote = quoteFor(block.text, statement, language);
    const place = found.get(block.id);
    const { id: blockId, documentId, document, page, contextTier } = block;
    const source = { number, documentId, document, page, blockId, quote, contextTier };
    sources.set(blockId, place === undefined ? source : readWhole(source, place));
    return number;
  };
  const linked = mapStatements(sections, ({ text, blocks, support, objection }) => {
    const cited = withoutOpenings(blocks, found).map((block) => numberOf(block, text));
    return { text, sources: cited, support, objection };
  });
  return { sections: linked, sources: [...sources.values()] };
}

/** The sentence of a block that a statement quotes, else the one that has most of its words. */
function quoteFor(text: string, statement: string, language: ResearchLanguage): string {
  const sentences = sentencesOf(text.replace(/\s+/g, ' '), language);
  const quoted = sentences.find((sentence) => holdsWords(statement, sentence));
  const [best] = sentences
    .map((sentence) => ({ sentence, share: coverage(statement, sentence) }))
    .sort((a, b) => b.share - a.share);
  return shortened(quoted ?? best?.sentence ?? text, QUOTE_CHARS);
}

/** A block in its document; undefined where it is not there any more. */
export function findIn(outline: Outline, blockId: string): Found | undefined {
  const { blocks } = outline;
  const position = blocks.findIndex(({ id }) => id === blockId);
  const block = blocks[position];
  if (block === undefined) return undefined;
  let [from, end] = [position, position + 1];
  while (from > 0 && blocks[from - 1]?.kind !== 'heading') from -= 1;
  while (end < blocks.length && blocks[end]?.kind !== 'heading') end += 1;
  const own = blocks.slice(from, end);
  return {
    outline,
    lines: own.map(({ text }) => text.replace(/\s+/g, ' ')),
    ids: own.map(({ id }) => id),
    at: position - from,
    headings: block.headingPath,
  };
}

const WHOLE_LIST = 3;

/** The blocks without the words before a list beside items of it; where many are cited, those words and no items. */
function withoutOpenings(
  blocks: readonly CitedBlock[],
  found: ReadonlyMap<string, Found>,
): CitedBlock[] {
  const cited = new Set(blocks.map(({ id }) => id));
  const items = new Map<string, string[]>();
  for (const { id } of blocks) {
    const place = found.get(id);
    for (const at of place === undefined ? [] : openingOf(place.lines, place.at)) {
      const opening = place?.ids[at] ?? '';
      items.set(opening, [...(items.get(opening) ?? []), id]);
    }
  }
  const dropped = new Set(
    [...items].flatMap(([opening, own]) =>
      own.length < WHOLE_LIST || !cited.has(opening) ? [opening] : own,
    ),
  );
  return blocks.filter(({ id }) => !dropped.has(id));
}

function readWhole(source: ReportSource, found: Found): ReportSource {
  const quoted = source.quote.replace(/…$/, '');
  const offset = Math.max(0, (found.lines[found.at] ?? '').indexOf(quoted));
  const place = citedPlace(found, offset, source.document);
  return { ...source, quote: wholeQuote(source.quote, found), place };
}

export function citedPlace(
  { lines, at, headings, outline }: Found,
  offset: number,
  document: string,
): string | undefined {
  const [first] = outline.blocks;
  const { abbreviation } = readTitle(first?.kind === 'heading' ? first.text : document);
  const language = languageOf(firstChars(lines.join(' '), LANGUAGE_CHARS));
  return placeOf({ headings, abbreviation }, { lines, at, offset }, language);
}

export function wholeQuote(quote: string, { lines, at }: Found): string {
  const line = lines[at] ?? '';
  const opening = openingOf(lines, at);
  if (opening.length > 0) {
    const parts = opening.map((here, which) => {
      const part = sentencesOf(lines[here] ?? '', 'de').at(-1) ?? lines[here] ?? '';
      return `${part}${(opening[which + 1] ?? at) === here + 1 ? ' ' : LEFT_OUT}`;
    });
    return shortened([...parts, withoutJoint(line)].join(''), QUOTE_CHARS);
  }
  const opens = openingOf(lines, at + 1).includes(at) && opensList(line) && line.endsWith(quote);
  if (!opens) return quote;
  let whole = quote;
  for (let next = at + 1; openingOf(lines, next).includes(at); next += 1) {
    const item = lines[next] ?? '';
    if (whole.length + item.length > QUOTE_CHARS) return `${withoutJoint(whole)} …`;
    whole += ` ${item}`;
  }
  return withoutJoint(whole);
}
