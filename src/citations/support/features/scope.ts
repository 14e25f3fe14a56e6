import { SAID, type Pair } from '../alignment.js';
import type { Drawing, Features } from './drawing.js';
import { mean } from './mean.js';

/** Whether a sentence says something of more cases than its sources, or of other times. */
export function measureScope({ sentence, drawn, pairs, alignment }: Drawing): Features {
  const { clauses } = sentence;
  const given = drawn.flatMap((each) => each.clauses);
  const words = clauses.flatMap((clause) => clause.words);
  const known = new Set(given.flatMap(({ widens }) => widens));
  const isWider = clauses.some(({ widens }) => widens.some((word) => !known.has(word)));
  const isEven = clauses.some((each) => each.isEven) && !given.some((each) => each.isEven);
  const hasOnly = clauses.some((clause) => clause.hasOnly);
  const asides = given.filter((clause) => clause.isAside && clause.words.length > 0);
  const kept = asides.map((clause) =>
    mean(clause.words.map((word) => (alignment.best(word, words).strength >= SAID ? 1 : 0))),
  );
  return {
    wider: isWider ? 1 : 0,
    even: isEven ? 1 : 0,
    timeTurned: pairs.some(isTimeTurned) ? 1 : 0,
    onlyDropped: given.some((clause) => clause.hasOnly) && !hasOnly ? 1 : 0,
    conditionDropped: 1 - Math.min(1, ...kept),
  };
}

/** "Before" where the source has "after". */
function isTimeTurned(pairs: readonly Pair[]): boolean {
  const isTurned = (one: 'isBefore' | 'isAfter', other: 'isBefore' | 'isAfter') =>
    pairs.every(
      ({ clause, given }) => clause[one] && !clause[other] && given[other] && !given[one],
    );
  return pairs.length > 0 && (isTurned('isBefore', 'isAfter') || isTurned('isAfter', 'isBefore'));
}
