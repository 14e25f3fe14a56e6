import { stem } from './language/english-stem.js';
import { readData, wordSet } from './data.js';
import type { Lexicon } from './reading/concepts.js';

/** A comparison as the lexicon names it. */
export type Comparison =
  | ('gt' | 'lt' | 'gte' | 'lte' | 'eq' | 'neq' | 'in' | 'null' | 'notnull')
  | ('contains' | 'starts' | 'ends' | 'changes' | 'changesto' | 'changesfrom');

/** How conditions of rules and filters of tables write a comparison, how it is said back, its opposite, and what else it may have been said as. */
interface Operator {
  rule: string;
  filter: string;
  said: string;
  opposite?: Comparison;
  also?: string;
}

interface LexiconFile {
  phrases: Lexicon;
  operators: Readonly<Record<Comparison, Operator>>;
  same_things: readonly string[];
  verbs: Readonly<Record<string, string>>;
  words: Readonly<Record<string, string>>;
  currencies: Readonly<Record<string, string>>;
  nationalities: Readonly<Record<string, string>>;
  reasons: readonly { words: string; why: string }[];
  languages: readonly { name: string; words: string; also: string }[];
}

const file = readData<LexiconFile>(new URL('./lexicon.yaml', import.meta.url));

export const { phrases, operators } = file;
/** Words that many products have for the same, which a thesaurus keeps apart. */
export const sameThings = file.same_things.map((words) => words.split(' '));
const codesOf = (lists: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(lists).flatMap(([code, words]) =>
      [...wordSet(words)].map((word) => [word, code] as const),
    ),
  );
/** The code of a currency by a name or sign of it. */
export const currencyCodes = codesOf(file.currencies);
/** The code of a country by what is called after it. */
export const nationalities = codesOf(file.nationalities);
/** Verbs by what is done: `create`, `delete`, `update`, `read`. */
export const verbs = Object.entries(file.verbs).map(([deed, words]) => ({
  deed,
  words: wordSet(words),
  stems: new Set([...wordSet(words)].map(stem)),
}));
/** Why some words cannot be taken. */
export const reasons = file.reasons.map(({ words, why }) => ({ fits: wordSet(words), why }));
/** Languages by their small words, with a sentence in each. */
export const languages = file.languages.map((each) => ({ ...each, fits: wordSet(each.words) }));

/** A list of words of the lexicon by its name. */
export function wordsNamed(name: string): ReadonlySet<string> {
  const text = file.words[name];
  if (text === undefined) throw new Error(`lexicon.yaml has no words called ${name}`);
  return wordSet(text);
}

/** Words that carry no meaning of their own. */
export const stopWords = wordsNamed('stop');
/** Words that ask for nothing by themselves; none that turns a meaning round or narrows it is among them. */
export const harmless = wordsNamed('harmless');
/** Words that turn a meaning round: a call must hold the opposite of what they stand before. */
export const inverters = wordsNamed('inverters');
/** Words that make a rhythm of "every" and "each". */
export const rhythms = wordsNamed('rhythms');
/** What people call a record, and what stands behind the name of a field. */
export const besideFields = wordsNamed('beside_fields');
/** Words behind which a condition stands. */
export const waits = wordsNamed('waits');
/** Words that ask for a place in an order or a share, which no list gives. */
export const ranks = wordsNamed('ranks');
/** Words that name a choice of several. */
export const choices: ReadonlySet<string> = new Set(['or', 'either']);

/** The first comparison of the list that is written so. */
const bySpelling = new Map(
  Object.values(operators)
    .toReversed()
    .flatMap(({ rule, filter, said }) => [[rule, said] as const, [filter, said] as const]),
);

/** How an operator of any tool is said. */
export function operatorWords(operator: string): string {
  return bySpelling.get(operator) ?? operator.replaceAll('_', ' ');
}

/** True for an operator as some tool writes it; `is` and `contains` may be plain words too. */
export function isOperator(word: string): boolean {
  return bySpelling.has(word);
}
