import type { Language } from '../stop-words.js';
import { familyKey } from '../word-families.js';

/** What forms of a word or of a short phrase have in common. */
export function phraseKey(phrase: string, language: Language): string {
  return phrase
    .split(' ')
    .map((word) => familyKey(word, language))
    .join(' ');
}
