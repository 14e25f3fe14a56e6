import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as german } from '@orama/stemmers/german';
import {
  type Language,
  contentWords,
  languageOf,
  spelledWordsOf,
  stopWords,
  wordsOf,
} from './question-language.js';

const stemmers: Readonly<Record<Language, (word: string) => string>> = { en: english, de: german };

/** No word is longer; what is takes the stemmers more than its length. */
const MOST_LETTERS = 60;

export function stemOf(word: string, language: Language): string {
  if (/^\p{N}/u.test(word) || word.length > MOST_LETTERS) return word.toLowerCase();
  return stemmers[language](word.toLowerCase());
}

/** What a word counts that another begins with, and one that stands inside a compound. */
const FORM = 0.85;
const COMPOUND = 0.6;
const LEAST_PART = 5;
const LONGEST_ENDING = 4;

/** How surely two stems are of the same word, from 0 to 1: another form of it, or a part of a compound. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < LEAST_PART - 1 || /^\p{N}/u.test(short)) return 0;
  if (long.startsWith(short)) return long.length - short.length <= LONGEST_ENDING ? FORM : COMPOUND;
  return short.length >= LEAST_PART && long.endsWith(short) ? COMPOUND : 0;
}

export type SynonymGroups = readonly (readonly string[])[];

/** The words that stand for a word, or for another form of it, without itself. */
export function synonymsOf(groups: SynonymGroups, word: string, language: Language): string[] {
  const key = stemOf(word, language);
  const found = groups.filter((group) => group.some((each) => stemOf(each, language) === key));
  return [...new Set(found.flat())].filter((other) => stemOf(other, language) !== key);
}

const MIN_PART = 4;
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e'];
const WORD = /\p{L}+/gu;

/** Parts German compounds where both sides are words of the same texts: "Freigabeverfahren" also says "freigabe". */
export function compoundParts(
  texts: readonly { headingPath: readonly string[]; text: string }[],
): (text: string) => string {
  const vocabulary = new Set(
    texts.flatMap(({ headingPath, text }) => plainWordsOf([...headingPath, text].join(' '))),
  );
  const known = new Map<string, readonly string[]>();
  const partsOf = (word: string): readonly string[] => {
    const found = known.get(word) ?? split(word, vocabulary);
    known.set(word, found);
    return found;
  };
  return (text) => plainWordsOf(text).flatMap(partsOf).join(' ');
}

function plainWordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

function split(word: string, vocabulary: ReadonlySet<string>): string[] {
  for (let at = word.length - MIN_PART; at >= MIN_PART; at -= 1) {
    const tail = word.slice(at);
    if (!vocabulary.has(tail)) continue;
    const head = headOf(word.slice(0, at), vocabulary);
    if (head !== undefined)
      return [head, ...split(head, vocabulary), tail, ...split(tail, vocabulary)];
  }
  return [];
}

function headOf(text: string, vocabulary: ReadonlySet<string>): string | undefined {
  for (const link of LINKS) {
    const word = text.endsWith(link) ? text.slice(0, text.length - link.length) : '';
    if (word.length >= MIN_PART && vocabulary.has(word)) return word;
  }
  return undefined;
}

/** Words with fewer letters say little of what a question is about. */
const LEAST_LETTERS = 2;
/** A long word says more than a short one, up to this. */
const FULL_LETTERS = 8;
/** A question of one short word is no question: it counts as if it had further words that are not there. */
const LEAST_WEIGHT = 1.5;

/** How much of a question's words some text has, from 0 to 1; forms and parts of compounds count less, one short word is never all. */
export function coverage(question: string, text: string): number {
  const language = languageOf(question);
  const wanted = contentStems(question, language);
  if (wanted.size === 0) return 0;
  const given = [...new Set(wordsOf(text).map((word) => stemOf(word, language)))];
  let all = 0;
  let found = 0;
  for (const stem of wanted) {
    const weight = Math.min(1, stem.length / FULL_LETTERS);
    all += weight;
    found += weight * given.reduce((best, other) => Math.max(best, likeness(stem, other)), 0);
  }
  return found / Math.max(all, LEAST_WEIGHT);
}

function contentStems(text: string, language: Language): Set<string> {
  const words = contentWords(text, language).filter((word) => word.length >= LEAST_LETTERS);
  return new Set(words.map((word) => stemOf(word, language)));
}

/** The words of a question that a text has in no form, as they are written, and whether those are all: as of another language. */
export function missingWords(question: string, text: string) {
  const language = languageOf(question);
  const given = new Set(wordsOf(text).map((word) => stemOf(word, language)));
  const asked = spelledWordsOf(question).filter(
    (word) => word.length >= LEAST_LETTERS && !stopWords[language].has(word.toLowerCase()),
  );
  const isThere = (word: string) =>
    [...given].some((stem) => likeness(stemOf(word.toLowerCase(), language), stem) > 0);
  const missing = asked.filter((word) => !isThere(word));
  return { words: [...new Set(missing)], areAll: missing.length === asked.length };
}
