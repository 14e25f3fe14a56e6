import { editDistance, tolerance } from '../reading/distance.js';
import type { Reading } from '../reading/reading.js';
import { stem } from '../../../src/language/english-stem.js';
import { stopWords, wordsNamed } from '../lexicon.js';
import { places } from '../reading/columns.js';

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

/** The sentence without a name that it says word by word; undefined where it does not. */
export function withoutNameOf({ name }: Named, reading: Reading): Reading | undefined {
  const { tokens, text } = reading;
  const words = name.split(/[^\p{L}\p{N}]+/u).flatMap((word) => (word ? [stem(word)] : []));
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
