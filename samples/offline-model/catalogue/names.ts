import { editDistance, tolerance } from '../reading/distance.js';
import type { Reading } from '../reading/reading.js';
import { stem } from '../language/english-stem.js';
import { harmless, stopWords, wordsNamed } from '../lexicon.js';
import type { Token } from '../reading/tokens.js';
import { places } from '../reading/columns.js';
import { plainName } from './tools.js';

/** Something with a name that a sentence may speak of. */
export interface Named {
  id: string;
  name: string;
}

/** Words that stand in many names and say little. */
const GENERIC = wordsNamed('generic_in_names');

/**
 * The items whose names a sentence says, the surest first: a name counts when most of its weight is
 * said, slips allowed; a name in quotes must be like the quoted text.
 */
export function namedIn<T extends Named>(items: readonly T[], reading: Reading): T[] {
  const scored = items.map((item) => ({ item, score: howFarSaid(item.name, reading) }));
  const found = scored.filter(({ score }) => score >= 0.6).sort((a, b) => b.score - a.score);
  return found.map(({ item }) => item);
}

/** The one item that a sentence means, if one fits better than all others. */
export function meantBy<T extends Named>(items: readonly T[], reading: Reading): T | undefined {
  return namedIn(items, reading)[0];
}

/** The item whose name a sentence says in full; of several, the longest. */
export function fullyNamed<T extends Named>(items: readonly T[], reading: Reading): T | undefined {
  const said = items.filter(({ name }) => howFarSaid(name, reading) >= 0.999);
  return said.toSorted((a, b) => b.name.length - a.name.length)[0];
}

/** How much of a name a sentence says: from 0 to 1, more where it stands there as it is. */
function howFarSaid(name: string, reading: Reading): number {
  const isQuoted = reading.quoted().some((text) => same(text.toLowerCase(), name));
  const isThere = name.length > 3 && reading.text.toLowerCase().includes(name.toLowerCase());
  return isQuoted || isThere ? 2 + name.length / 1000 : share(name, reading);
}

/** The stems of a name's words, in their order. */
export const nameStems = (name: string): string[] =>
  name.split(/[^\p{L}\p{N}]+/u).flatMap((word) => (word ? [stem(word)] : []));

/** The sentence without a name that it says word by word; undefined where it does not. */
export function withoutNameOf({ name }: Named, reading: Reading): Reading | undefined {
  const { tokens, text } = reading;
  const words = nameStems(name);
  const from = places(tokens, words).at(-1);
  const end = from === undefined ? undefined : tokens[from + words.length - 1]?.end;
  if (from === undefined || end === undefined) return undefined;
  return reading.again(`${text.slice(0, tokens[from]?.start)} ${text.slice(end)}`);
}

function same(text: string, name: string): boolean {
  const [a = '', b = ''] = [text, name].map((value) =>
    value
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim(),
  );
  return a === b || editDistance(a, b, 2) <= tolerance(a.length);
}

/** The share of a name's weight that the sentence says. */
function share(name: string, reading: Reading): number {
  const words = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !stopWords.has(word.toLowerCase()));
  const said = words.filter((word) => heard(stem(word), reading));
  const isGeneric = (word: string) => GENERIC.has(stem(word));
  if (said.every(isGeneric) && said.length < words.length) return 0;
  const weigh = (some: readonly string[]) =>
    some.reduce((sum, word) => sum + (isGeneric(word) ? 0.4 : 1), 0);
  return said.length === 0 ? 0 : weigh(said) / weigh(words);
}

function heard(word: string, reading: Reading): boolean {
  return reading.tokens.some((token) => {
    if (token.kind === 'mark') return false;
    if (token.kind === 'quoted') return token.lower.split(/\s+/).map(stem).includes(word);
    const plain = stem(token.text);
    if (plain === word || token.stem === word) return true;
    const limit = Math.min(tolerance(plain.length), tolerance(word.length));
    return limit > 0 && plain[0] === word[0] && editDistance(plain, word, limit) <= limit;
  });
}

/** What a record is called in fields such as `fullName`, or `first_name` and `last_name`. */
export function ownName(record: Readonly<Record<string, unknown>>): string | undefined {
  const fields = Object.entries(record).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' ? [{ words: plainName(key), value }] : [],
  );
  const part = (test: RegExp) =>
    fields.find(({ words }) => words.at(-1) === 'name' && test.test(words[0] ?? ''))?.value;
  const [first, last] = [part(/^(first|given)$/), part(/^(last|family)$/)];
  if (first !== undefined && last !== undefined) return `${first} ${last}`;
  return part(/^(full|display)$/);
}

/** The items that a sentence says most words of, where none is said by most of its name; a sentence that says none gives none. */
export function partlyNamed<T extends Named>(items: readonly T[], reading: Reading): T[] {
  const counted = items.map((item) => {
    const words = item.name.split(/[^\p{L}\p{N}]+/u);
    const own = words.filter(
      (word) => word.length > 2 && !stopWords.has(word.toLowerCase()) && !GENERIC.has(stem(word)),
    );
    return { item, count: own.filter((word) => heard(stem(word), reading)).length };
  });
  const most = Math.max(0, ...counted.map(({ count }) => count));
  return most === 0 ? [] : counted.filter(({ count }) => count === most).map(({ item }) => item);
}

/** `FLAG-12`, `new-checkout`, a UUID: a word that is no plain word. */
export function isOdd({ kind, text, lower }: Token): boolean {
  const isMixed = kind === 'word' && /[-\d]/.test(text) && !harmless.has(lower);
  return isMixed || kind === 'uuid' || kind === 'name';
}

/** A word that may be somebody's name for a thing: odd, in quotes, or with a capital inside the sentence. */
export function isNameLike(token: Token): boolean {
  return (
    isOdd(token) || token.kind === 'quoted' || (token.start > 0 && /^\p{Lu}\p{L}/u.test(token.text))
  );
}
