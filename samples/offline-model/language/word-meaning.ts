import { isCommon } from './common-words.js';
import { questionWords, spelledWordsOf, type Language } from './question-language.js';
import { plainVerb } from './query-words.js';
import { builtInSynonyms } from './synonyms/synonyms.js';
import { familyKey, familyOf } from './word-families.js';
import { likeness, stemOf } from './word-stems.js';

/** How surely a text says a word that was asked for, from 0 to 1: 1 for the word itself. */
export type Meaning = (text: string) => number;

/** From here on a text says a word: itself, a form of it, a compound with it, one of its family, or a synonym. */
export const SAYS = 0.27;

/** What other words count beside the word itself. */
const SHARES = { part: 0.25, family: 0.75, roots: 0.9, synonym: 0.6, head: 0.8 } as const;
/** From here on two stems are forms of one word. */
const FORM = 0.85;
const LONGEST_ENDING = 2;
/** Rarer senses of a word lead astray. */
const LEAST_SHARE = 0.27;
/** The head of a compound is at least as long. */
const LEAST_HEAD = 6;

/** Makes the meaning of a word; a capital tells a German noun. */
export function meaningOf(asks: string, language: Language): Meaning {
  const word = plainVerb(asks, language) ?? asks;
  const asked = {
    stem: stemOf(word.toLowerCase(), language),
    key: familyKey(word, language),
    roots: familyOf(word, language),
    synonyms: synonymKeys(word, language),
  };
  const known = new Map<string, number>();
  const look = (other: string): number => {
    const stem = stemOf(other.toLowerCase(), language);
    const like = likeness(asked.stem, stem);
    // "Grund" says little of "Grundkurs", "Vorkurs" much of "Kurs".
    const isPart = like < 1 && asked.stem.length - stem.length > LONGEST_ENDING;
    const same = isPart ? Math.min(like, SHARES.part) : like;
    if (same >= FORM || /^\p{N}/u.test(other)) return same;
    const key = familyKey(other, language);
    const keys = [key, familyKey(stem, language)];
    const family = asked.roots
      .filter(({ roots }) => roots.some((root) => stem.startsWith(root)))
      .map(({ share }) => share * SHARES.roots);
    const isFamily = keys.includes(asked.key) ? SHARES.family : 0;
    return Math.max(same, isFamily, synonymShare(key, asked.synonyms), ...family);
  };
  return (text) => {
    let best = 0;
    for (const each of spelledWordsOf(text)) {
      const found = known.get(each) ?? look(plainVerb(each, language) ?? each);
      known.set(each, found);
      best = Math.max(best, found);
    }
    return best;
  };
}

function synonymShare(key: string, synonyms: ReadonlyMap<string, number>): number {
  let best = synonyms.get(key) ?? 0;
  if (best > 0 || key.length < LEAST_HEAD + 3) return best;
  for (const [synonym, share] of synonyms) {
    const isHead = synonym.length >= LEAST_HEAD && key.endsWith(synonym);
    if (isHead) best = Math.max(best, share * SHARES.head);
  }
  return best;
}

/** What stands for a word, by what its family is known by; of a word of anything only what was listed. */
function synonymKeys(word: string, language: Language): ReadonlyMap<string, number> {
  const least = isCommon(word, language) ? 1 : LEAST_SHARE;
  const keys = new Map<string, number>();
  for (const { word: synonym, share } of builtInSynonyms[language].of(word)) {
    const saysNothing = questionWords[language].has(synonym.toLowerCase());
    if (share < least || saysNothing || synonym.includes(' ')) continue;
    const key = familyKey(synonym, language);
    keys.set(key, Math.max(keys.get(key) ?? 0, share * SHARES.synonym));
  }
  return keys;
}
