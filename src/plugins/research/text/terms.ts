import { contentWords, wordsOf } from '../../../language/question-language.js';
import { likeness, stemOf } from '../../../language/word-stems.js';
import type { ResearchLanguage } from '../state.js';

const SHORTEST = 3;

/** The stems of a text's words of content, each once, in order: no numbers and no stop words. */
export function termsOf(text: string, language: ResearchLanguage): string[] {
  const words = contentWords(text, language).filter(
    (word) => word.length >= SHORTEST && !/^\p{N}/u.test(word),
  );
  return [...new Set(words.map((word) => stemOf(word, language)))];
}

/** From here on two stems count as the same word. */
const SAME_WORD = 0.6;

/** How many of the terms a text speaks of, as the word, another form or a compound, from 0 to 1; 0 when there are none. */
export function shareSpoken(
  terms: readonly string[],
  text: string,
  language: ResearchLanguage,
): number {
  if (terms.length === 0) return 0;
  const stems = [...new Set(wordsOf(text).map((word) => stemOf(word, language)))];
  const spoken = terms.filter((term) => stems.some((stem) => likeness(term, stem) >= SAME_WORD));
  return spoken.length / terms.length;
}

/** A text as it is compared: lower case, and any white space one blank. */
export function comparable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
