import {
  contentWords,
  languageOf,
  spelledWordsOf,
  stopWords,
  wordsOf,
  type Language,
} from './question-language.js';
import { likeness, stemOf } from './words.js';

/** Words with fewer letters say little of what a question is about. */
const LEAST_LETTERS = 2;
/** A long word says more than a short one, up to this. */
const FULL_LETTERS = 8;
/** A question of one short word is no question: it counts as if it had further words that are not there. */
const LEAST_WEIGHT = 1.5;

/**
 * How much of a question's words some text has, from 0 to 1; forms of a word and parts of compounds count less, and
 * one short word alone is never covered whole.
 */
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
