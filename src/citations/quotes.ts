import { withoutEnd } from '../foundation/text.js';

export interface CitableBlock {
  id: string;
  page?: number;
  text: string;
}

export interface PlacedQuote {
  /** The text's own characters, white space made single blanks. */
  quote: string;
  blockId: string;
  page?: number;
}

const SHORTEST = 12;
const LONGEST = 1200;

const VARIANTS: readonly (readonly [RegExp, string])[] = [
  [/[\u00ad\u200b-\u200d\u2060\ufeff]/g, ''],
  [/[‐‑‒–—−]/g, '-'],
  [/[„“”«»″]/g, '"'],
  [/[‚‘’‹›′]/g, "'"],
  [/…/g, '...'],
];

const AROUND = /[\s"„“”»«]/;

/** Word for word, but for white space, case, hyphens and quotation marks; undefined where it is not there. */
export function placeQuote(
  quote: string,
  blocks: readonly CitableBlock[],
): PlacedQuote | undefined {
  const wanted = plain(withoutEnd(quote, AROUND).replace(/^[\s"„“”»«]+/, ''));
  if (wanted.length < SHORTEST || wanted.length > LONGEST) return undefined;
  let whole = '';
  const starts = blocks.map(({ text }) => {
    const start = whole.length;
    whole += `${oneLine(text)} `;
    return start;
  });
  const { text, origin } = withOrigin(whole);
  const at = text.indexOf(wanted);
  if (at < 0) return undefined;
  const start = origin[at] ?? 0;
  const end = (origin[at + wanted.length - 1] ?? start) + 1;
  const block = blocks[starts.findLastIndex((from) => from <= start)];
  if (block === undefined) return undefined;
  return { quote: whole.slice(start, end).trim(), blockId: block.id, page: block.page };
}

/** Whether a text holds another one, by the same rule as {@link placeQuote}. */
export function holdsWords(text: string, quote: string): boolean {
  const wanted = plain(quote);
  return wanted.length >= SHORTEST && plain(text).includes(wanted);
}

/** A text as quotes are compared: without what {@link placeQuote} sees through. */
export function plain(text: string): string {
  return withOrigin(oneLine(text)).text.trim();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** A text as it is compared, and for each of its characters the place in the original. */
function withOrigin(original: string): { text: string; origin: number[] } {
  const origin: number[] = [];
  let text = '';
  let at = 0;
  for (const character of original) {
    const compared = VARIANTS.reduce(
      (each, [pattern, by]) => each.replace(pattern, by),
      character,
    ).toLowerCase();
    for (let n = 0; n < compared.length; n += 1) origin.push(at);
    text += compared;
    at += character.length;
  }
  return { text, origin };
}
