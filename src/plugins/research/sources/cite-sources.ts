import { LEFT_OUT, shortened, withoutJoint } from '../text/place.js';
import { firstChars } from '../../../foundation/first-chars.js';
import { languageOf } from '../../../language/question-language.js';
import { sentencesOf } from '../../../language/sentences.js';
import { readTitle } from '../../../references/headings.js';
import { openingOf, opensList } from '../../../references/passage.js';
import { placeOf } from '../../../references/place-of.js';
import type { Outline } from '../extract/document-outline.js';
import type { Library } from '../extract/library.js';
import type { ReportSource } from '../state.js';
import type { Linked } from './link-statements.js';

/** The longest quote of a source that is read with the words around it. */
const QUOTE_CHARS = 700;
/** So much of a document tells its language. */
const LANGUAGE_CHARS = 2000;

/** A block among those that stand under the same heading. */
export interface Found {
  outline: Outline;
  /** The blocks under its heading, and which of them it is. */
  lines: readonly string[];
  ids: readonly string[];
  at: number;
  headings: readonly string[];
}

/**
 * The sources with their place as people cite it, and each quote read whole: an item of a list with the words before
 * it, those words with their items. The words before a list are no source of their own beside an item of it.
 */
export async function citeSources(
  { sections, sources }: Linked,
  library: Library,
): Promise<Linked> {
  const found = new Map<number, Found>();
  for (const { number, documentId, blockId } of sources) {
    const place = findIn(await library.outline(documentId), blockId);
    if (place !== undefined) found.set(number, place);
  }
  const own = sections.map((section) => ({
    ...section,
    statements: section.statements.map((statement) => {
      const cited = withoutOpenings(statement.sources, sources, found);
      return { ...statement, sources: cited };
    }),
  }));
  const order = [
    ...new Set(own.flatMap(({ statements }) => statements.flatMap((each) => each.sources))),
  ];
  const numberOf = new Map(order.map((number, at) => [number, at + 1]));
  const cited = order.flatMap((number, at) => {
    const source = sources.find((each) => each.number === number);
    return source === undefined
      ? []
      : [{ ...readWhole(source, found.get(number)), number: at + 1 }];
  });
  return {
    sections: own.map((section) => ({
      ...section,
      statements: section.statements.map((statement) => ({
        ...statement,
        sources: statement.sources.flatMap((number) => numberOf.get(number) ?? []),
      })),
    })),
    sources: cited,
  };
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

/** A list of which so many items are cited is cited as a whole, by the words before it. */
const WHOLE_LIST = 3;

/** The sources without the words before a list beside items of it; where many are cited, those words and no items. */
function withoutOpenings(
  numbers: readonly number[],
  sources: readonly ReportSource[],
  found: ReadonlyMap<number, Found>,
): number[] {
  const blockOf = (number: number) => sources.find((each) => each.number === number)?.blockId;
  const cited = new Set(numbers.map(blockOf));
  const items = new Map<string, number[]>();
  for (const number of numbers) {
    const place = found.get(number);
    for (const at of place === undefined ? [] : openingOf(place.lines, place.at)) {
      const opening = place?.ids[at] ?? '';
      items.set(opening, [...(items.get(opening) ?? []), number]);
    }
  }
  const dropped = new Set<number | string>();
  for (const [opening, own] of items) {
    if (own.length < WHOLE_LIST || !cited.has(opening)) dropped.add(opening);
    else for (const number of own) dropped.add(number);
  }
  return numbers.filter((number) => !dropped.has(number) && !dropped.has(blockOf(number) ?? ''));
}

function readWhole(source: ReportSource, found: Found | undefined): ReportSource {
  if (found === undefined) return source;
  const quoted = source.quote.replace(/…$/, '');
  const offset = Math.max(0, (found.lines[found.at] ?? '').indexOf(quoted));
  const place = citedPlace(found, offset, source.document);
  return { ...source, quote: wholeQuote(source.quote, found), place };
}

/** Where something in a block stands, as people cite it. */
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

/** A quote with the words before its list, or with the items that the words are followed by. */
export function wholeQuote(quote: string, { lines, at }: Found): string {
  const line = lines[at] ?? '';
  const opening = openingOf(lines, at);
  if (opening.length > 0) {
    const parts = [...opening, at].map((which) => {
      const part = lines[which] ?? '';
      return which === at ? part : (sentencesOf(part, 'de').at(-1) ?? part);
    });
    return shortened(
      parts
        .map((part, which) => {
          const here = [...opening, at][which] ?? 0;
          const next = opening[which + 1] ?? at;
          if (which === parts.length - 1) return withoutJoint(part);
          return `${part}${next === here + 1 ? ' ' : LEFT_OUT}`;
        })
        .join(''),
      QUOTE_CHARS,
    );
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
