import type { Language } from '../question-language.js';
import { familyKey } from '../word-families.js';
import { thesaurusOf, type RelatedWord } from '../thesaurus/thesaurus.js';
import { english } from './english.js';
import { german } from './german.js';

/** Groups of words that stand for each other. */
export type SynonymGroups = readonly (readonly string[])[];

/** The synonyms of one language. */
export interface Synonyms {
  /** The words that stand for a word or another form of it, without itself, and how surely. */
  of(word: string): RelatedWord[];
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
      const others = [...new Set(found)].filter((other) => familyKey(other, language) !== key);
      return others.map((word) => ({ word, share: 1 }));
    },
  };
}

/** What the server knows by itself: the thesaurus, and a list of what everyday language and rules call differently. */
export const builtInSynonyms: Readonly<Record<Language, Synonyms>> = {
  de: withThesaurus(german, 'de'),
  en: withThesaurus(english, 'en'),
};

/** A word of the thesaurus is less sure than one that was listed, even where it has one sense only. */
const THESAURUS_SHARE = 0.92;

function withThesaurus(list: string, language: Language): Synonyms {
  const listed = synonymsOf(groupsIn(list), language);
  return {
    of: (word) => {
      const known = new Map(listed.of(word).map((each) => [each.word, each]));
      const others = thesaurusOf(language)
        .of(word)
        .filter((each) => !known.has(each.word));
      const weighed = others.map(({ word, share }) => ({ word, share: share * THESAURUS_SHARE }));
      return [...known.values(), ...weighed];
    },
  };
}

function groupsIn(text: string): SynonymGroups {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split(', '));
}
