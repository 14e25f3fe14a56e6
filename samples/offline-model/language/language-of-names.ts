import type { Language } from './stop-words.js';
import { thesaurusOf } from './thesaurus/thesaurus.js';

/** The head of a compound, and the word that stands before it, are at least as long. */
const LEAST_HEAD = 4;
const LEAST_BEFORE = 3;
/** Longer is no word of any language. */
const LONGEST = 60;

/** The language of words without a sentence: German where only German has one of them, or the head of a compound. */
export function languageOfNames(words: readonly string[]): Language {
  const names = words.filter((word) => /^\p{L}+$/u.test(word) && word.length <= LONGEST);
  const only = names.filter((word) => !isIn(word, 'en'));
  if (only.length < names.length && only.every((word) => !isIn(word, 'de'))) return 'en';
  return only.some((word) => isIn(word, 'de') || hasGermanHead(word)) ? 'de' : 'en';
}

function isIn(word: string, language: Language): boolean {
  return thesaurusOf(language).of(word).length > 0;
}

function hasGermanHead(word: string): boolean {
  for (let at = LEAST_BEFORE; at <= word.length - LEAST_HEAD; at += 1) {
    const head = word.slice(at);
    if (isIn(`${head.charAt(0).toUpperCase()}${head.slice(1)}`, 'de')) return true;
  }
  return false;
}
