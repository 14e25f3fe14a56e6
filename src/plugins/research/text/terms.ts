import { contentWords, wordsOf } from '../../../language/question-language.js';
import { likeness, stemOf } from '../../../language/word-stems.js';
import type { ResearchLanguage } from '../state.js';

/** A word that says something, and the stem its forms meet by. */
export interface Term {
  word: string;
  stem: string;
}

const SHORTEST = 3;
/** The words of content of a text, each stem once, in order: no numbers and no stop words. */
export function termsOf(text: string, language: ResearchLanguage): Term[] {
  const terms = new Map<string, Term>();
  for (const word of contentWords(text, language)) {
    if (word.length < SHORTEST || /^\p{N}/u.test(word)) continue;
    const stem = stemOf(word, language);
    if (!terms.has(stem)) terms.set(stem, { word, stem });
  }
  return [...terms.values()];
}

/** The stems of all words of a text. */
export function stemsOf(text: string, language: ResearchLanguage): Set<string> {
  return new Set(wordsOf(text).map((word) => stemOf(word, language)));
}

/** From here on two stems count as the same word. */
const SAME_WORD = 0.6;

/** Whether a text with these stems speaks of a term: the word, another form, or a compound with it. */
export function speaksOf(stems: ReadonlySet<string>, { stem }: Term): boolean {
  if (stems.has(stem)) return true;
  for (const other of stems) if (likeness(stem, other) >= SAME_WORD) return true;
  return false;
}

/** How many of the terms a text speaks of, from 0 to 1; 0 when there are none. */
export function shareSpoken(
  terms: readonly Term[],
  text: string,
  language: ResearchLanguage,
): number {
  if (terms.length === 0) return 0;
  const stems = stemsOf(text, language);
  return terms.filter((term) => speaksOf(stems, term)).length / terms.length;
}

/** A text as it is compared: lower case, and any white space one blank. */
export function comparable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
