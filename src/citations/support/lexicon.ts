import type { Language } from '../../language/question-language.js';

/** What a rule word says of what may, must or must not be done. */
export type ModalWord = 'must' | 'need' | 'may' | 'should' | 'forbidden';

/** On which side of a number or a date the values lie. */
export type Bound = 'most' | 'least';

/** The words by which the check of statements reads one language. Words are lower case; lists are blank-separated. */
export interface Lexicon {
  language: Language;
  /** Turn what they stand with into its opposite. */
  negations: ReadonlySet<string>;
  /** Words that say the opposite of each other: each word's line, and on which side of it the word stands. */
  opposites: ReadonlyMap<string, { line: number; isLeft: boolean }>;
  modals: ReadonlyMap<string, ModalWord>;
  /** Make more of something than is said of one case: "all", "even". */
  widens: ReadonlySet<string>;
  only: ReadonlySet<string>;
  /** Phrases of a bound, as single words joined by blanks; a longer one counts before a shorter one. */
  bounds: ReadonlyMap<string, Bound>;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
  /** Begin a part of a sentence that is a condition or says more of a word. */
  subordinators: ReadonlySet<string>;
  /** Say nothing that could be wrong: function words, verbs that lend their meaning from a noun. */
  light: ReadonlySet<string>;
  /** Phrases that are one word for the check, and that word. */
  phrases: readonly (readonly [phrase: string, word: string])[];
  months: ReadonlyMap<string, number>;
  /** Who acts, beyond what endings tell. */
  actors: ReadonlySet<string>;
  /** Come before the one who does something that happens to somebody. */
  by: ReadonlySet<string>;
  /** Verbs whose subject gets what another one does. */
  receives: ReadonlySet<string>;
  /** Forms and nouns of verbs that no ending tells, and the verb. */
  irregular: ReadonlyMap<string, string>;
}

/** A set of the words of a text. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** Words of opposite meaning, one pair of sides a line. */
export function sides(text: string): Lexicon['opposites'] {
  return new Map(
    pairs(text).flatMap((both, line) =>
      both.flatMap((side, at) =>
        [...words(side)].map((word) => [word, { line, isLeft: at === 0 }] as const),
      ),
    ),
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

/** A map from each word of a line to its first word. */
export function firsts(text: string): ReadonlyMap<string, string> {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return new Map(
    lines.flatMap(([first = '', ...rest]) => rest.map((word) => [word, first] as const)),
  );
}
