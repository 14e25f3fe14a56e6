import type { Language } from '../question-language.js';
import { familyKey } from '../word-families.js';
import { english } from './english.js';
import { german } from './german.js';

/** Groups of words that stand for each other. */
export type SynonymGroups = readonly (readonly string[])[];

/** The synonyms of one list, in one language. */
export interface Synonyms {
  /** The words that stand for a word or another form of it, without itself. */
  of(word: string): string[];
}

/** "weiterverkaufen" has the synonyms of "verkaufen" where it has none of its own. */
const SEPARABLE = /^(?:weiter|wieder|mit|nach|vor|zuruck|ab|an|auf|aus|ein|zu)(?=\p{L}{4})/u;

/** Makes a list of groups, whose words are read as of the language. */
export function synonymsOf(groups: SynonymGroups, language: Language): Synonyms {
  const byKey = new Map<string, (readonly string[])[]>();
  for (const group of groups) {
    for (const word of group) {
      const key = familyKey(word, language);
      byKey.set(key, [...(byKey.get(key) ?? []), group]);
    }
  }
  return {
    of: (word) => {
      const key = familyKey(word, language);
      const plain = language === 'de' ? key.replace(SEPARABLE, '') : key;
      const found = (byKey.get(key) ?? byKey.get(plain) ?? []).flat();
      return [...new Set(found)].filter((other) => familyKey(other, language) !== key);
    },
  };
}

/** The server's own lists: everyday words, and what rules and handbooks say for them. */
export const builtInSynonyms: Readonly<Record<Language, Synonyms>> = {
  de: synonymsOf(groupsIn(german), 'de'),
  en: synonymsOf(groupsIn(english), 'en'),
};

function groupsIn(text: string): SynonymGroups {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split(', '));
}
