import { closestWord } from './distance.js';
import { stem } from '../language/english-stem.js';
import type { Token } from './tokens.js';

/**
 * A lexicon: concept → phrases, separated by commas. A word matches in all its forms; `=word` only
 * as written; `a|b` either; `~` stands for up to six other words of the same clause.
 */
export type Lexicon = Readonly<Record<string, string>>;

/** A concept found in the sentence. `covers` are the places of the tokens it is made of, ascending. */
export interface Tag {
  concept: string;
  covers: readonly number[];
  from: number;
  /** After the last token. */
  to: number;
}

interface Phrase {
  concept: string;
  words: readonly string[];
}

/** A lexicon made ready to match. */
export interface CompiledLexicon {
  byFirst: ReadonlyMap<string, readonly Phrase[]>;
  /** Stems that are right as they stand. */
  vocabulary: ReadonlySet<string>;
  /** Words, as written, that a slip may be corrected to. */
  spellings: ReadonlySet<string>;
}

const GAP = 6;
/** Shorter words are no target of a correction: too many slips are near to them. */
const SHORTEST = 4;

/** Compiles lexicons, and collects the words that a slip may be corrected to. */
export function compileLexicon(
  lexicons: readonly Lexicon[],
  plainWords: Iterable<string>,
): CompiledLexicon {
  const byFirst = new Map<string, Phrase[]>();
  const spellings = new Set<string>();
  const plain = [...plainWords];
  const vocabulary = new Set<string>(plain.map(stem));
  const addSpelling = (word: string) => {
    vocabulary.add(stem(word));
    // A slip must never turn a sentence round: nothing is corrected to "aren't".
    if (word.length >= SHORTEST && !/n'?t$/.test(word))
      spellings.add(word.toLowerCase()).add(`${word.toLowerCase()}s`);
  };
  for (const [concept, list] of lexicons.flatMap((lexicon) => Object.entries(lexicon))) {
    for (const phrase of list.split(',').flatMap(alternatives)) {
      const words = phrase.trim().split(/\s+/).filter(Boolean).map(toMatcher);
      const first = words[0];
      if (first === undefined) continue;
      const known = byFirst.get(first) ?? [];
      known.push({ concept, words });
      byFirst.set(first, known);
      for (const word of phrase.trim().split(/\s+/)) addSpelling(word.replace('=', ''));
    }
  }
  plain.forEach(addSpelling);
  return { byFirst, vocabulary, spellings };
}

/** Each way to read `send|drop ~ note|line`. */
function alternatives(phrase: string): string[] {
  const words = phrase.trim().split(/\s+/);
  const at = words.findIndex((word) => word.includes('|'));
  if (at < 0) return [phrase];
  const each = words[at]?.split('|') ?? [];
  return each.flatMap((word) => alternatives(words.with(at, word).join(' ')));
}

function toMatcher(word: string): string {
  return word.startsWith('=') || word === '~' ? word.toLowerCase() : stem(word);
}

/** The tokens with slips corrected: a word that no lexicon knows becomes the nearest one that it does. */
export function correct(tokens: readonly Token[], lexicon: CompiledLexicon): Token[] {
  return tokens.map((token) => {
    if (token.kind !== 'word' || lexicon.vocabulary.has(token.stem) || isProper(token)) {
      return token;
    }
    const nearest = closestWord(token.lower, lexicon.spellings);
    return nearest === undefined ? token : { ...token, lower: nearest, stem: stem(nearest) };
  });
}

/** A capital letter inside a sentence is a name: nobody's name is a slip. */
function isProper(token: Token): boolean {
  return token.start > 0 && /^\p{Lu}\p{Ll}/u.test(token.text);
}

/** All concepts in the sentence; a phrase that lies inside a longer one is left out. */
export function tagConcepts(tokens: readonly Token[], lexicon: CompiledLexicon): Tag[] {
  const found: Tag[] = [];
  tokens.forEach((token, place) => {
    for (const key of [token.stem, `=${token.lower}`]) {
      for (const phrase of lexicon.byFirst.get(key) ?? []) {
        const stops = phrase.concept.startsWith('action.') ? GAP_STOPS : NO_STOPS;
        const covers = matchFrom(tokens, place, phrase.words, stops);
        if (covers === undefined) continue;
        const last = covers.at(-1) ?? place;
        found.push({ concept: phrase.concept, covers, from: place, to: last + 1 });
      }
    }
  });
  return found
    .filter((tag) => !found.some((other) => swallows(other, tag)))
    .sort((a, b) => a.from - b.from || b.to - a.to);
}

/** Families whose longer phrases are another thing than the words in them: "sort order" is no order. */
const THINGS = /^(entity|noun)\./;
/** Families whose concepts do not exclude each other: "what are" is still "what". */
const OPEN_FAMILIES = new Set(['act', 'q', 'frame', 'trig']);
/** A gap in a phrase for an action never reaches over these: another part of the sentence begins. */
const GAP_STOPS = new Set(
  'that which who when whenever if once after before behind rule workflow automation'.split(' '),
);

function swallows(outer: Tag, inner: Tag): boolean {
  const [family] = outer.concept.split('.');
  const sameFamily = OPEN_FAMILIES.has(family ?? '')
    ? outer.concept === inner.concept
    : family === inner.concept.split('.')[0];
  const contiguous = outer.to - outer.from === outer.covers.length;
  const thing = THINGS.test(outer.concept) && THINGS.test(inner.concept);
  return (
    contiguous &&
    (sameFamily || thing) &&
    outer.covers.length > inner.covers.length &&
    inner.covers.every((place) => outer.covers.includes(place))
  );
}

/** The places a phrase covers when it starts at `place`, or `undefined`. */
export function matchFrom(
  tokens: readonly Token[],
  place: number,
  words: readonly string[],
  stops: ReadonlySet<string> = NO_STOPS,
): number[] | undefined {
  const covers: number[] = [];
  let at = place;
  let gap = false;
  for (const word of words) {
    if (word === '~') {
      gap = true;
      continue;
    }
    const found = gap ? seek(tokens, at, word, stops) : fits(tokens[at], word) ? at : undefined;
    if (found === undefined) return undefined;
    covers.push(found);
    at = found + 1;
    gap = false;
  }
  return covers;
}

const NO_STOPS: ReadonlySet<string> = new Set();

function seek(
  tokens: readonly Token[],
  from: number,
  word: string,
  stops: ReadonlySet<string>,
): number | undefined {
  for (let at = from; at <= from + GAP; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'mark' || /^(\+|[-=]>|→)$/.test(token.text))
      return undefined;
    if (fits(token, word)) return at;
    if (token.kind === 'quoted' || (at > from && stops.has(token.lower))) return undefined;
  }
  return undefined;
}

function fits(token: Token | undefined, word: string): boolean {
  if (token === undefined || token.kind === 'quoted') return false;
  if (word.startsWith('=')) return token.lower === word.slice(1);
  return token.stem === word;
}
