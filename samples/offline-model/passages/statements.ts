import { sentencesOf as splitSentences } from '../language/sentences.js';
import { firstChars } from '../../../src/foundation/first-chars.js';
import { openingOf } from '../../../src/references/list-openings.js';
import { markOf, passageOf } from '../../../src/references/passage.js';
import type { FoundBlock, FoundChunk } from './found.js';
import { pattern } from './known.js';

/** Words of a passage that are quoted as they stand there. */
export interface QuotedPart extends FoundBlock {
  /** Their place in the passage: lines, and in them sentences, follow each other. */
  at: number;
}

/** A sentence that can be quoted, and where it stands. */
export interface Sentence {
  /** What it is judged by: without the items of a list that it opens. */
  text: string;
  /** What is quoted: itself, the words it cannot be read without, and the list it opens. */
  parts: readonly QuotedPart[];
  /** The number of its block. */
  number: number;
  /** What stands near by: all lines up to the next "(2)". */
  paragraph: string;
  chunk: FoundChunk;
}

const QUOTE_CHARS = 600;
/** Sentences of one line are fewer. */
const LINE = 1000;
const leans = pattern('leans');

/**
 * The sentences of a passage. One that leans on the sentence before ("It is …") comes with that one, an item of
 * a list with the words that open the list, and words that open a list with its items.
 */
export function sentencesOf(chunk: FoundChunk): Sentence[] {
  const lines = linesOf(chunk);
  const texts = lines.map(({ text }) => text);
  const openings = texts.map((_, line) => openingOf(texts, line));
  const paragraphs = paragraphsOf(texts);
  const parts = lines.map(({ text, number }, line) =>
    splitSentences(text, 'en').map((each, at) => partOf(each, number, line * LINE + at)),
  );
  return parts.flatMap((line, at) => {
    const opening = (openings[at] ?? []).flatMap((before) => parts[before]?.at(-1) ?? []);
    const below = parts.filter((_, item) => openings[item]?.includes(at)).flat();
    return line.map((part, sentence) => {
      const before = leans.test(part.text) ? line.slice(Math.max(0, sentence - 1), sentence) : [];
      const own = [...(sentence === 0 ? opening : before), part];
      const whole = sentence === line.length - 1 ? [...own, ...withinQuote(own, below)] : own;
      const paragraph = paragraphs[at] ?? '';
      return { text: textOf(own), parts: whole, number: part.number, paragraph, chunk };
    });
  });
}

/** Of each line the paragraph that it is of. */
function paragraphsOf(lines: readonly string[]): string[] {
  const starts = lines.map((line, at) => (at === 0 || markOf(line).style === '(1)' ? at : -1));
  return lines.map((_, at) => {
    const start = starts.findLast((each) => each >= 0 && each <= at) ?? 0;
    const end = starts.findIndex((each) => each > at);
    return lines.slice(start, end < 0 ? lines.length : end).join('\n');
  });
}

/** Lines as they were written; one that is only broken goes on. */
function linesOf({ blocks }: FoundChunk): FoundBlock[] {
  return blocks.flatMap(({ number, text }) => {
    const lines: FoundBlock[] = [];
    for (const line of text.split('\n')) {
      const last = lines.at(-1);
      const goesOn = last !== undefined && !/[.:;!?]\s*$/.test(last.text.slice(-3));
      if (goesOn && markOf(line).style === '' && line.trim() !== '') last.text += ` ${line.trim()}`;
      else if (line.trim() !== '') lines.push({ number, text: line });
    }
    return lines;
  });
}

function partOf(text: string, number: number, at: number): QuotedPart {
  return { text: shortened(quotable(text), QUOTE_CHARS), number, at };
}

/** On one line, and without brackets that would be taken for a marker. */
export function quotable(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\[(\d[\d, ]*)\]/g, '($1)')
    .trim();
}

/** Cut where a sentence, else a word ends; what is missing shows. */
export function shortened(line: string, most: number): string {
  if (line.length <= most) return line;
  const begin = firstChars(line, most - 2);
  const end = Math.max(begin.lastIndexOf('. '), begin.lastIndexOf('; ')) + 1;
  return `${(end > most / 2 ? begin.slice(0, end) : begin).trimEnd()} …`;
}

/** "nach Satz 1", "des Absatzes 2 Satz 1": a place in the same provision, of no other one. */
const PLACE =
  /(?<!§ \S{1,6} )(?<!Absatz \S{1,4} )(?<!\p{L})(?:Absatz(?:es)? \d{1,2}[a-z]?(?: Satz \d)?|Satz(?:es)? \d)(?![\d\p{L}])(?!(?: (?:Satz|Nummer|Buchstabe) \S{1,3}){0,3} (?:des|der) \p{Lu})/gu;
const SHORT_PLACE = 300;

/** A sentence with the short places of its provision that it refers to: "Satz 1" says nothing by itself. */
export function withPlaces<S extends Sentence>(sentence: S): S {
  const { chunk, paragraph } = sentence;
  const whole = linesOf(chunk).map(({ text }) => text);
  // Where the text does not begin where sentences are counted, none is known.
  const isCounted = markOf(paragraph).style === '(1)';
  const places = [...textOf(sentence.parts).matchAll(PLACE)].flatMap(([place]) => {
    const isInside = place.startsWith('Satz');
    const text = isInside ? paragraph : whole.join('\n');
    const span = isInside && !isCounted ? undefined : passageOf(text, place);
    const words = span && text.slice(span.start, span.end).replace(/\s+/g, ' ');
    return words !== undefined && words.length <= SHORT_PLACE ? [words] : [];
  });
  if (places.length === 0) return sentence;
  const isPlace = ({ text }: QuotedPart) => places.some((place) => place.includes(text));
  const referred = sentencesOf(chunk).flatMap(({ parts }) => parts.filter(isPlace));
  return { ...sentence, parts: partsOf([sentence, { parts: referred }]) };
}

/** The items that a quotation has room for, and a sign where there are more. */
function withinQuote(own: readonly QuotedPart[], items: readonly QuotedPart[]): QuotedPart[] {
  let left = QUOTE_CHARS - textOf(own).length;
  const fitting = items.filter(({ text }) => (left -= text.length) >= 0);
  const cut = items[fitting.length];
  return cut === undefined ? fitting : [...fitting, { ...cut, text: '…' }];
}

function textOf(parts: readonly QuotedPart[]): string {
  return parts.map(({ text }) => text).join(' ');
}

/** The parts of several sentences of one passage, each once and as they follow each other there. */
export function partsOf(sentences: readonly Pick<Sentence, 'parts'>[]): QuotedPart[] {
  const all = new Map<number, QuotedPart>();
  for (const part of sentences.flatMap(({ parts }) => parts)) {
    if (part.text !== '…' || !all.has(part.at)) all.set(part.at, part);
  }
  return [...all.values()].sort((a, b) => a.at - b.at);
}

/** Parts as a text: what is left out between items shows, and where `marked` each block's number follows its words. */
export function quoteOf(parts: readonly QuotedPart[], marked: boolean): string {
  return parts
    .map((part, index) => {
      const next = parts[index + 1];
      const mark = marked && next?.number !== part.number ? ` [${part.number}]` : '';
      const isGap =
        next !== undefined &&
        next.text !== '…' &&
        markOf(next.text).style !== '' &&
        Math.floor(next.at / LINE) > Math.floor(part.at / LINE) + 1;
      return `${part.text}${mark}${isGap ? ' …' : ''}`;
    })
    .join(' ');
}
