import type { Language } from './question-language.js';
import { stemOf } from './word-stems.js';

/** Groups of words that stand for each other. */
export type SynonymGroups = readonly (readonly string[])[];

/** The words that stand for a word, or for another form of it, without itself. */
export function synonymsOf(groups: SynonymGroups, word: string, language: Language): string[] {
  const key = stemOf(word, language);
  const found = groups.filter((group) => group.some((each) => stemOf(each, language) === key));
  return [...new Set(found.flat())].filter((other) => stemOf(other, language) !== key);
}
