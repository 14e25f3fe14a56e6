import type { Language } from '../../language/question-language.js';

/** What a rule word says of what may, must or must not be done. */
export type ModalWord = 'must' | 'need' | 'may' | 'should' | 'forbidden';

/** On which side of a number or a date the values lie. */
export type Bound = 'most' | 'least';

/** The words by which the check of statements reads one language. Words are lower case; lists are blank-separated. */
export interface Lexicon {
  /** Turn what they stand with into its opposite. */
  negations: ReadonlySet<string>;
  /** Words that say the opposite of another one, and that word. */
  opposites: ReadonlyMap<string, string>;
  modals: ReadonlyMap<string, ModalWord>;
  only: ReadonlySet<string>;
  /** Phrases of a bound, as single words joined by blanks; a longer one counts before a shorter one. */
  bounds: ReadonlyMap<string, Bound>;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
  /** Begin a part of a sentence that is a condition or says more of a word. */
  subordinators: ReadonlySet<string>;
  /** Say nothing that could be wrong: function words, verbs that lend their meaning from a noun. */
  light: ReadonlySet<string>;
  /** Words of one meaning; each maps to the first of its line. */
  synonyms: ReadonlyMap<string, string>;
  /** Phrases that are one word for the check, and that word. */
  phrases: readonly (readonly [phrase: string, word: string])[];
  numbers: ReadonlyMap<string, number>;
  months: ReadonlyMap<string, number>;
  units: ReadonlySet<string>;
  /** Who acts, beyond what endings tell. */
  actors: ReadonlySet<string>;
  /** Come before the one who does something that happens to somebody. */
  by: ReadonlySet<string>;
  /** Verbs whose subject gets what another one does. */
  receives: ReadonlySet<string>;
}

/** A set of the words of a text. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** A map from each word of a line to the line's first word. */
export function groups(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  return new Map(
    lines.flatMap((line) => line.map((word): [string, string] => [word, line[0] ?? word])),
  );
}

/** A map from each word of each list to the list's name. */
export function kinds<K extends string>(
  lists: Readonly<Record<K, string>>,
): ReadonlyMap<string, K> {
  const entries = Object.entries(lists) as [K, string][];
  return new Map(
    entries.flatMap(([kind, list]) => [...words(list)].map((word) => [word, kind] as const)),
  );
}

/** A map from each phrase, separated by commas, to its list's name. */
export function phraseKinds<K extends string>(
  lists: Readonly<Record<K, string>>,
): ReadonlyMap<string, K> {
  const entries = Object.entries(lists) as [K, string][];
  return new Map(
    entries.flatMap(([kind, list]) => list.split(',').map((each) => [each.trim(), kind] as const)),
  );
}

/** A word and what it is short or another form for, one pair a line. */
export function pairs(text: string): readonly (readonly [string, string])[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [left = '', right = ''] = line.split('=').map((each) => each.trim());
      return [left, right] as const;
    });
}

/** The numbers of a language by their words. */
export function numberWords(listed: string, language: Language): ReadonlyMap<string, number> {
  const numbers = new Map(
    pairs(listed.trim().replaceAll(', ', '\n')).map(([word, value]) => [word, Number(value)]),
  );
  if (language === 'en') return numbers;
  const small = [...numbers].filter(([, value]) => value > 1 && value < 1000);
  for (const [word, value] of small) {
    numbers.set(`${word}tausend`, value * 1000);
    if (value < 10) numbers.set(`${word}hundert`, value * 100);
  }
  return numbers;
}
