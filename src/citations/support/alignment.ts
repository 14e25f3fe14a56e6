import { isMadeUp, likenessOf, type Content, type Likeness } from './content.js';
import type { Clause } from './read-clause.js';
import type { Reading } from './reading.js';
import { isSameAmount } from './values.js';

/** From here on a word counts as said. */
export const SAID = 0.45;
/** From here on it is the very word of the source, not one that may stand for it. */
export const SAME = 0.9;

/** What words of a statement and of its source mean to each other, looked up once. */
export class Alignment {
  private readonly byPair = new Map<string, Map<string, Likeness>>();
  private readonly byList = new WeakMap<readonly Content[], Map<string, Likeness>>();

  /** The surest likeness of a word to any of some words. */
  best(word: Content, among: readonly Content[]): Likeness {
    const known = this.byList.get(among) ?? new Map<string, Likeness>();
    this.byList.set(among, known);
    const found = known.get(word.word) ?? this.bestOf(word, among);
    known.set(word.word, found);
    return found;
  }

  private bestOf(word: Content, among: readonly Content[]): Likeness {
    const row = this.byPair.get(word.word) ?? new Map<string, Likeness>();
    this.byPair.set(word.word, row);
    let best: Likeness = { strength: 0, isOpposite: false };
    for (const other of among) {
      const each = row.get(other.word) ?? likenessOf(word, other);
      row.set(other.word, each);
      if (each.strength > best.strength) best = each;
      if (best.strength === 1) return best;
    }
    const isMade = best.strength < SAME && isMadeUp(word, among);
    return isMade ? { strength: SAME, isOpposite: false } : best;
  }

  /** How much of a clause's words and values is said by some words and values. */
  coverage(clause: Clause, by: Pick<Clause, 'words' | 'values'>): number {
    const { values, verb } = clause;
    // What is done says more of which clause is meant than the things it is done with.
    const words = verb === undefined ? clause.words : [...clause.words, verb, verb];
    const count = words.length + values.length;
    if (count === 0) return 0;
    const said = words.map((word) => this.best(word, by.words).strength);
    const same = values.filter((value) => by.values.some((each) => isSameAmount(value, each)));
    return (said.reduce((sum, each) => sum + each, 0) + same.length) / count;
  }
}

/** A clause of a statement with the one of its source that says most of it. */
export interface Pair {
  clause: Clause;
  given: Clause;
  sentence: Reading;
  coverage: number;
  /** Whether an odd number of its words is said by their opposites. */
  isOpposite: boolean;
}

/** What part of a clause's own words counts beside those of its sentence. */
const OWN = 0.7;
/** Others that say nearly as much are considered as well. */
const NEARLY = 0.85;

/** The clauses of a text that say most of a clause, the best first, and those that say nearly as much. */
export function pairsOf(
  clause: Clause,
  sentences: readonly Reading[],
  alignment: Alignment,
): Pair[] {
  const all = sentences.flatMap((sentence) => {
    const around = alignment.coverage(clause, sentence);
    if (around === 0) return [];
    return sentence.clauses.map((given) => {
      const own = alignment.coverage(clause, given);
      const opposites = clause.words.filter((word) => alignment.best(word, given.words).isOpposite);
      const coverage = OWN * own + (1 - OWN) * around;
      return { clause, given, sentence, coverage, isOpposite: opposites.length % 2 === 1 };
    });
  });
  const sorted = all.toSorted((a, b) => b.coverage - a.coverage);
  const most = sorted[0]?.coverage ?? 0;
  return sorted.filter(({ coverage }) => coverage > 0 && coverage >= NEARLY * most);
}
